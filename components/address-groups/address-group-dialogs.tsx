'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { addressGroupFields } from '../../server/domain/address-group/fields.ts'
import { readMembers } from '../../server/domain/address-group/members.ts'
import type { AddressGroup } from '../../server/domain/address-group/schema.ts'
import { toCreate, toEdit } from '../../server/domain/shared/field.ts'
import { splitItems } from '../access-lists/items.ts'
import { useMe } from '../api/me.tsx'
import { useTRPCClient } from '../api/trpc.ts'
import { CheckField, TextareaField } from '../form/fields.tsx'
import { useSaid } from '../i18n/said.tsx'
import { paths } from '../paths.ts'
import { OwnField } from '../resource/own-fields.tsx'
import { RecordDialogs } from '../resource/record-dialogs.tsx'
import { type FormProps, RecordForm, useRecordForm } from '../resource/record-form.tsx'
import type { Asking, DialogsProps } from '../resource/use-record-actions.tsx'

/** Dialogs of the commands on groups of addresses. */
export default function AddressGroupDialogs(props: DialogsProps<Asking<AddressGroup>>) {
  const { vm } = useTRPCClient()
  return (
    <RecordDialogs
      {...props}
      words="addressGroups"
      form={(form) => <AddressGroupForm {...form} />}
      remove={({ id }) => ({
        list: paths.addressGroups(),
        run: () => vm.addressGroup.delete.mutate({ params: { address_group_id: id } }),
      })}
    />
  )
}

/** A group and its members; whom it is for stays what it is. */
function AddressGroupForm({ record, onClose }: FormProps<AddressGroup>) {
  const t = useTranslations('addressGroups')
  const said = useSaid()
  const { isAdmin } = useMe()
  const { vm } = useTRPCClient()
  const { panel, own } = useRecordForm(addressGroupFields, 'addressGroups', 'create', record, {
    shape: {
      members: z.string().superRefine((text, ctx) => {
        const read = readMembers(splitItems(text))
        if ('fault' in read) ctx.addIssue({ code: 'custom', message: said(read.fault) })
      }),
      for_all: z.boolean(),
    },
    values: { members: record?.members.join('\n') ?? '', for_all: record?.for_all ?? false },
  })
  return (
    <RecordForm
      words="addressGroups"
      record={record}
      panel={panel}
      onClose={onClose}
      onSubmit={async ({ members: text, for_all, ...values }) => {
        const members = splitItems(text)
        if (record) {
          const params = { address_group_id: record.id }
          const body = { ...toEdit(addressGroupFields, values, record), members }
          await vm.addressGroup.edit.mutate({ params, body, if_match: record.version })
        } else {
          const body = { ...toCreate(addressGroupFields, values), members, ...(for_all && { for_all }) }
          await vm.addressGroup.create.mutate({ body })
        }
      }}
    >
      <OwnField {...own} name="name" autoFocus />
      <TextareaField
        control={own.control}
        name="members"
        label={t('fields.members')}
        hint={t('form.membersHint')}
        rows={6}
        mono
        required
      />
      <OwnField {...own} name="note" />
      {isAdmin && !record ? (
        <CheckField control={own.control} name="for_all" hint={t('form.forAllHint')}>
          {t('fields.for_all')}
        </CheckField>
      ) : null}
    </RecordForm>
  )
}
