'use client'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { toCreate, toEdit } from '../../server/domain/shared/field.ts'
import { storageFields } from '../../server/domain/storage/fields.ts'
import { changeableParams, creatableKinds, storageKind } from '../../server/domain/storage/kinds.ts'
import type { Storage } from '../../server/domain/storage/schema.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { MultiPickerField, NumberField, PasswordField, SelectField, TextField } from '../form/fields.tsx'
import { optionOf } from '../form/option-of.ts'
import { pickedShape } from '../form/picked.ts'
import { paths } from '../paths.ts'
import { OwnField } from '../resource/own-fields.tsx'
import { RecordDialogs } from '../resource/record-dialogs.tsx'
import { type FormProps, RecordForm, useRecordForm } from '../resource/record-form.tsx'
import type { DialogsProps } from '../resource/use-record-actions.tsx'
import { FieldRow } from '../ui/layout/form-layout.tsx'
import { AttachStorage } from './attach-storage.tsx'
import type { StorageAsking } from './use-storage-actions.tsx'
import { useTagLoader } from './use-tags.ts'

/** Dialogs of the commands on storages. */
export default function StorageDialogs({ asked, onClose }: DialogsProps<StorageAsking>) {
  const { vm } = useTRPCClient()
  if (asked.command === 'attach') return <AttachStorage storage={asked.record} onClose={onClose} />
  return (
    <RecordDialogs<Storage>
      asked={asked}
      onClose={onClose}
      words="storages"
      form={(form) => <StorageForm {...form} />}
      remove={({ id }) => ({
        page: paths.storage(id),
        list: paths.storages(),
        run: () => vm.storage.delete.mutate({ params: { storage_id: id } }),
      })}
    />
  )
}

const more = {
  type: z.enum(creatableKinds),
  ip_addr: z.string().trim(),
  ssh_port: z.int().min(1).max(65_535).nullable(),
  login: z.string().trim(),
  password: z.string(),
  nas_storage_path: z.string().trim(),
  tags: z.array(pickedShape),
}

/** A storage; which of the fields there are depends on its kind, which stays. */
export function StorageForm({ record, onClose }: FormProps<Storage>) {
  const t = useTranslations('storages')
  const { vm } = useTRPCClient()
  const loadTags = useTagLoader()
  const tags = (record?.tags ?? []).flatMap((tag) => optionOf(tag) ?? [])
  const values = {
    type: 'file' as const,
    ip_addr: record?.storage_params?.ip_addr ?? '',
    ssh_port: record?.storage_params?.ssh_port ?? 22,
    login: record?.storage_params?.login ?? '',
    password: '',
    nas_storage_path: '',
    tags,
  }
  const { panel, own } = useRecordForm(
    storageFields,
    'storages',
    'create',
    record,
    { shape: more, values },
    { secret: ['password'] },
  )
  const { control } = own
  const type = useWatch({ control, name: 'type' })
  const { params, connects } = storageKind[record?.kind ?? type ?? 'file']
  const asked = record ? changeableParams(record.kind) : params
  const asks = (name: (typeof params)[number]) => asked.includes(name)
  return (
    <RecordForm
      words="storages"
      record={record}
      panel={panel}
      onClose={onClose}
      onSubmit={async ({ type: kind, tags: chosen, ip_addr, ssh_port, login, password, nas_storage_path, ...body }) => {
        const ids = chosen.map(({ value }) => Number(value))
        if (record) {
          const way = { ip_addr, ssh_port: ssh_port ?? 22, login, ...(password && { password }) }
          const change = {
            ...toEdit(storageFields, body, record),
            tags: ids,
            ...(asked.length > 0 && { storage_params: way }),
          }
          await vm.storage.edit.mutate({ params: { storage_id: record.id }, body: change, if_match: record.version })
          return
        }
        const all = { ip_addr, ssh_port: ssh_port ?? 22, login, password, nas_storage_path }
        const storage_params = Object.fromEntries(storageKind[kind].params.map((name) => [name, all[name]]))
        await vm.storage.create.mutate({
          body: { ...toCreate(storageFields, body), type: kind, storage_params, tags: ids },
        })
      }}
    >
      <FieldRow>
        <OwnField {...own} name="name" autoFocus />
        {record ? null : (
          <SelectField
            control={control}
            name="type"
            label={t('fields.kind')}
            options={creatableKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
            {...(!connects && { hint: t('form.onlyRecord') })}
          />
        )}
      </FieldRow>
      {asks('ip_addr') ? (
        <FieldRow>
          <TextField
            control={control}
            name="ip_addr"
            label={t(asks('ssh_port') ? 'form.monitor' : 'form.ip_addr')}
            {...(asks('ssh_port') && { hint: t('form.cephHint') })}
            mono
            autoComplete="off"
            required
          />
          {asks('ssh_port') ? (
            <NumberField control={control} name="ssh_port" label={t('form.ssh_port')} min={1} max={65_535} />
          ) : null}
        </FieldRow>
      ) : null}
      {asks('login') ? (
        <FieldRow>
          <TextField control={control} name="login" label={t('form.login')} autoComplete="off" required />
          <PasswordField
            control={control}
            name="password"
            label={t('form.password')}
            autoComplete="off"
            {...(record ? { hint: t('form.passwordKept') } : { required: true })}
          />
        </FieldRow>
      ) : null}
      {asks('nas_storage_path') ? (
        <TextField
          control={control}
          name="nas_storage_path"
          label={t('form.nas_storage_path')}
          hint={t('form.nasHint')}
          mono
          autoComplete="off"
          required
        />
      ) : null}
      <MultiPickerField
        control={control}
        name="tags"
        label={t('fields.tags')}
        hint={t('form.tagsHint')}
        load={loadTags}
      />
      <OwnField {...own} name="comment" />
    </RecordForm>
  )
}
