'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { backupLocationFields } from '../../server/domain/backup-location/fields.ts'
import type { BackupLocation } from '../../server/domain/backup-location/schema.ts'
import { toCreate, toEdit } from '../../server/domain/shared/field.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { CheckField, MultiPickerField, NumberField, PasswordField, SelectField, TextField } from '../form/fields.tsx'
import { optionOf } from '../form/option-of.ts'
import { pickedShape } from '../form/picked.ts'
import { useLoaders } from '../resource/loaders.ts'
import { OwnField } from '../resource/own-fields.tsx'
import { type FormProps, RecordForm, useRecordForm } from '../resource/record-form.tsx'
import { Notice } from '../ui/display/notice.tsx'
import { FieldRow, FormMore } from '../ui/layout/form-layout.tsx'

const shape = {
  ip: z.string().min(1),
  port: z.int().min(1).max(65_535),
  login: z.string().min(1).max(64),
  password: z.string().max(1000),
  forget: z.boolean(),
  path: z.string().min(1).max(500),
  chunk_mib: z.enum(['1', '4']),
  clusters: z.array(pickedShape),
}

/** A place for backups, how it is reached, and what its owner can do. The size of chunks is chosen once. */
export function BackupLocationForm({ record, onClose }: FormProps<BackupLocation>) {
  const t = useTranslations('backupLocations.form')
  const { vm } = useTRPCClient()
  const { clusters } = useLoaders()
  const way = record?.connection_params ?? { ip: '', port: 22, login: 'backup', path: '' }
  const values = {
    ...way,
    password: '',
    forget: false,
    chunk_mib: '1' as const,
    clusters: (record?.clusters ?? []).map(optionOf),
  }
  const { panel, own } = useRecordForm(
    backupLocationFields,
    'backupLocations',
    'create',
    record,
    { shape, values },
    { secret: ['password'] },
  )
  const { control } = own
  return (
    <RecordForm
      words="backupLocations"
      record={record}
      panel={panel}
      onClose={onClose}
      onSubmit={async ({ ip, port, login, password, forget, path, chunk_mib, clusters: chosen, ...values }) => {
        const connection_params = { ip, port, login, path, ...(password && { password }) }
        const beside = { connection_params, clusters: chosen.map(({ value }) => Number(value)) }
        if (record) {
          const way = { ...connection_params, ...(forget && !password && { has_password: false as const }) }
          const body = { ...toEdit(backupLocationFields, values, record), ...beside, connection_params: way }
          const params = { location_id: record.id }
          await vm.backupLocation.edit.mutate({ params, body, if_match: record.version })
        } else {
          const own = toCreate(backupLocationFields, values)
          const chunk = chunk_mib === '4' ? 4 : 1
          await vm.backupLocation.create.mutate({ body: { ...own, ...beside, chunk_mib: chunk } })
        }
      }}
    >
      <OwnField {...own} name="name" autoFocus />
      <FieldRow>
        <TextField control={control} name="ip" label={t('ip')} mono required autoComplete="off" />
        <NumberField control={control} name="port" label={t('port')} min={1} max={65_535} required />
      </FieldRow>
      <FieldRow>
        <TextField control={control} name="login" label={t('login')} mono required autoComplete="off" />
        <PasswordField
          control={control}
          name="password"
          label={t('password')}
          hint={t(record?.has_password ? 'passwordKept' : 'passwordHint')}
          autoComplete="off"
          {...(record?.has_password && { placeholder: t('keepPassword') })}
        />
      </FieldRow>
      {record?.has_password && panel.form.watch('password') === '' ? (
        <CheckField control={control} name="forget">
          {t('forgetPassword')}
        </CheckField>
      ) : null}
      <TextField
        control={control}
        name="path"
        label={t('path')}
        hint={t('pathHint')}
        mono
        required
        autoComplete="off"
      />
      <MultiPickerField
        control={control}
        name="clusters"
        label={t('clusters')}
        hint={t('clustersHint')}
        load={clusters.load}
      />
      {record?.host_key ? (
        <Notice kind="plain" title={t('hostKey')}>
          <span className="font-mono text-12 break-all">{record.host_key}</span>
          <p>{t('hostKeyHint')}</p>
        </Notice>
      ) : null}
      <Notice kind="plain" title={t('ownerTitle')}>
        {t('owner')}
      </Notice>
      <FormMore title={t('more')}>
        <OwnField {...own} name="quota_mib" />
        {record ? null : (
          <SelectField
            control={control}
            name="chunk_mib"
            label={t('chunk')}
            hint={t('chunkHint')}
            options={[
              { value: '1', label: t('chunkSmall') },
              { value: '4', label: t('chunkLarge') },
            ]}
          />
        )}
        <OwnField {...own} name="comment" />
      </FormMore>
    </RecordForm>
  )
}
