'use client'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { nameServerFields } from '../../server/domain/name-server/fields.ts'
import { nameServerKind } from '../../server/domain/name-server/kinds.ts'
import type { NameServer } from '../../server/domain/name-server/schema.ts'
import { toCreate, toEdit } from '../../server/domain/shared/field.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { PasswordField } from '../form/fields.tsx'
import { paths } from '../paths.ts'
import { OwnField } from '../resource/own-fields.tsx'
import { RecordDialogs } from '../resource/record-dialogs.tsx'
import { type FormProps, RecordForm, useRecordForm } from '../resource/record-form.tsx'
import type { Asking, DialogsProps } from '../resource/use-record-actions.tsx'
import { FieldRow, FormMore } from '../ui/layout/form-layout.tsx'

/** Dialogs of the commands on name servers. */
export default function NameServerDialogs(props: DialogsProps<Asking<NameServer>>) {
  const { ip } = useTRPCClient()
  return (
    <RecordDialogs
      {...props}
      words="nameServers"
      form={(form) => <NameServerForm {...form} />}
      remove={({ id }) => ({
        page: paths.nameServers(),
        list: paths.nameServers(),
        run: () => ip.nameServer.delete.mutate({ params: { name_server_id: id } }),
      })}
    />
  )
}

const usual = { kind: 'rfc2136', key_algorithm: 'hmac-sha256', ttl: 3600 }
const more = { shape: { secret: z.string().max(1000) }, values: { secret: '' } }

/** A name server and the key to it; which of the fields there are depends on its kind, which stays. */
function NameServerForm({ record, onClose }: FormProps<NameServer>) {
  const t = useTranslations('nameServers')
  const { ip } = useTRPCClient()
  const { panel, own } = useRecordForm(nameServerFields, 'nameServers', 'create', record ?? usual, more, {
    secret: ['secret'],
  })
  const { control } = own
  const kind = useWatch({ control, name: 'kind' })
  const { has_key, has_https } = nameServerKind[kind ?? 'rfc2136']
  return (
    <RecordForm
      words="nameServers"
      record={record}
      panel={panel}
      onClose={onClose}
      onSubmit={async ({ secret, ...values }) => {
        // What the other kind alone has was not asked for.
        const asked = { ...values, ...(!has_key && { key_name: '' }), ...(!has_https && { is_https: false }) }
        const key = secret ? { secret } : {}
        if (record) {
          const body = toEdit(nameServerFields, asked, record)
          const params = { name_server_id: record.id }
          await ip.nameServer.edit.mutate({ params, body: { ...body, ...key }, if_match: record.version })
        } else await ip.nameServer.create.mutate({ body: { ...toCreate(nameServerFields, asked), ...key } })
      }}
    >
      <FieldRow>
        <OwnField {...own} name="name" autoFocus />
        {record ? null : <OwnField {...own} name="kind" />}
      </FieldRow>
      <FieldRow>
        <OwnField {...own} name="address" />
        <OwnField {...own} name="port" />
      </FieldRow>
      {has_https ? <OwnField {...own} name="is_https" /> : null}
      {has_key ? (
        <FieldRow>
          <OwnField {...own} name="key_name" autoComplete="off" />
          <OwnField {...own} name="key_algorithm" />
        </FieldRow>
      ) : null}
      <PasswordField
        control={control}
        name="secret"
        label={t(has_key ? 'form.secret' : 'form.apiKey')}
        autoComplete="off"
        {...(record ? { placeholder: t('form.keepSecret') } : { required: true })}
      />
      <OwnField {...own} name="zones" />
      <FormMore title={t('form.more')}>
        {has_https ? <OwnField {...own} name="certificate" /> : null}
        <OwnField {...own} name="ttl" />
        <OwnField {...own} name="note" />
      </FormMore>
    </RecordForm>
  )
}
