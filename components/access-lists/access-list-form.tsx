'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import type { AccessListRecord } from '../../server/domain/access-list/schema.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { MultiPickerField, TextareaField, TextField } from '../form/fields.tsx'
import { pickedShape } from '../form/picked.ts'
import { usePanelForm } from '../form/use-panel-form.ts'
import { useLoaders } from '../resource/loaders.ts'
import { type FormProps, RecordForm } from '../resource/record-form.tsx'
import { splitItems, wrongItem } from './items.ts'

/** A new list, or an existing one. A change that would lock its author out is refused beside the addresses. */
export function AccessListForm({ record: list, onClose }: FormProps<AccessListRecord>) {
  const t = useTranslations('accessLists')
  const { auth } = useTRPCClient()
  const { accounts } = useLoaders()
  const panel = usePanelForm({
    schema: z.object({
      name: z.string().trim().min(1, t('form.nameMissing')).max(255),
      ip_list: z.string().superRefine((text, ctx) => {
        const wrong = wrongItem(text)
        if (wrong !== undefined) ctx.addIssue({ code: 'custom', message: t('form.addressWrong', { item: wrong }) })
        else if (splitItems(text).length === 0) ctx.addIssue({ code: 'custom', message: t('form.addressesMissing') })
      }),
      members: z.array(pickedShape),
    }),
    defaultValues: {
      name: list?.name ?? '',
      ip_list: list?.ip_list.join('\n') ?? '',
      // Both are ordered by the address, so the id and the name of a member stand at the same place.
      members: list?.members.map((value, at) => ({ value, label: list.users[at] ?? value })) ?? [],
    },
    ...(!list && { draftKey: 'access-list.new' }),
  })
  const { control } = panel.form
  return (
    <RecordForm
      words="accessLists"
      record={list}
      panel={panel}
      description={t('form.hint')}
      width="lg"
      onClose={onClose}
      onSubmit={({ name, ip_list, members }) => {
        const body = { name, ip_list: splitItems(ip_list), members: members.map(({ value }) => value) }
        return list
          ? auth.acl.edit.mutate({ params: { acl_id: list.id }, body, if_match: list.version })
          : auth.acl.create.mutate({ body })
      }}
    >
      <TextField control={control} name="name" label={t('fields.name')} autoFocus required />
      <TextareaField
        control={control}
        name="ip_list"
        label={t('fields.addresses')}
        hint={t('form.addressesHint')}
        rows={5}
        mono
        required
      />
      <MultiPickerField
        control={control}
        name="members"
        label={t('fields.members')}
        hint={t('form.membersHint')}
        load={accounts.load}
        placeholder={t('form.membersPlaceholder')}
      />
    </RecordForm>
  )
}
