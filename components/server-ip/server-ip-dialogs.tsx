'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { parseAddress } from '../../server/domain/ip/address.ts'
import type { Server } from '../../server/domain/server/record.ts'
import type { ServerAddress } from '../../server/domain/server-ip/schema.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { ConfirmAction } from '../form/confirm-action.tsx'
import { CheckField, PickerField, SelectField, TextField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { pickedShape } from '../form/picked.ts'
import { usePanelForm } from '../form/use-panel-form.ts'
import { pickedId, useLoaders } from '../resource/loaders.ts'
import { FieldRow } from '../ui/layout/form-layout.tsx'
import type { ServerIpAsking } from './use-server-ip-actions.tsx'

/** What a command on addresses of a server asks before it is done. Loaded with the first of them. */
export default function ServerIpDialogs({ asked, onClose }: { asked: ServerIpAsking; onClose: () => void }) {
  if (asked.command === 'add') return <AddAddress server={asked.server} onClose={onClose} />
  const Dialog = asked.command === 'edit' ? EditDomain : ReleaseAddress
  return <Dialog server={asked.server} address={asked.address} onClose={onClose} />
}

function useDomain() {
  const t = useTranslations('servers.addresses')
  return z
    .string()
    .trim()
    .pipe(z.union([z.literal(''), z.hostname()], t('domainWrong')))
}

function AddAddress({ server, onClose }: { server: Server; onClose: () => void }) {
  const t = useTranslations('servers.addresses')
  const { dci } = useTRPCClient()
  const { pools, networks } = useLoaders()
  const panel = usePanelForm({
    schema: z.object({
      family: z.enum(['ipv4', 'ipv6']),
      domain: useDomain(),
      ip_pool: pickedShape.nullable(),
      ip_net: pickedShape.nullable(),
      ip_name: z
        .string()
        .trim()
        .refine((text) => text === '' || parseAddress(text) !== null, t('addressWrong')),
      set_as_main_ipv4: z.boolean(),
    }),
    defaultValues: {
      family: 'ipv4',
      domain: server.domain,
      ip_pool: null,
      ip_net: null,
      ip_name: '',
      set_as_main_ipv4: false,
    },
  })
  const { control } = panel.form
  const family = panel.form.watch('family')
  const labels = {
    family: t('family'),
    domain: t('domain'),
    ip_pool: t('pool'),
    ip_net: t('network'),
    ip_name: t('address'),
    set_as_main_ipv4: t('makeMain'),
  }
  return (
    <FormDialog
      panel={panel}
      title={t('addTitle', { name: server.name })}
      submitLabel={t('add')}
      onClose={onClose}
      onSubmit={async ({ ip_pool, ip_net, ip_name, set_as_main_ipv4, ...body }) => {
        const [pool, net] = [pickedId(ip_pool), pickedId(ip_net)]
        await dci.ip.create.mutate({
          params: { server_id: server.id },
          body: {
            ...body,
            ...(pool !== null && { ip_pool: pool }),
            ...(net !== null && { ip_net: net }),
            ...(ip_name !== '' && { ip_name }),
            ...(body.family === 'ipv4' && set_as_main_ipv4 && { set_as_main_ipv4 }),
          },
        })
      }}
    >
      <FieldRow>
        <TextField control={control} name="domain" label={labels.domain} autoFocus optional autoComplete="off" />
        <SelectField
          control={control}
          name="family"
          label={labels.family}
          options={[
            { value: 'ipv4', label: 'IPv4' },
            { value: 'ipv6', label: 'IPv6' },
          ]}
        />
      </FieldRow>
      <FieldRow columns={2}>
        <PickerField
          control={control}
          name="ip_pool"
          label={labels.ip_pool}
          hint={t('poolHint', { location: server.location.name })}
          load={pools.load}
          clearable
        />
        <PickerField control={control} name="ip_net" label={labels.ip_net} load={networks.load} clearable />
      </FieldRow>
      <TextField
        control={control}
        name="ip_name"
        label={labels.ip_name}
        hint={t('addressHint')}
        mono
        autoComplete="off"
      />
      {family === 'ipv4' ? (
        <CheckField control={control} name="set_as_main_ipv4">
          {labels.set_as_main_ipv4}
        </CheckField>
      ) : null}
    </FormDialog>
  )
}

type Of = { server: Server; address: ServerAddress; onClose: () => void }

function EditDomain({ address, onClose }: Of) {
  const t = useTranslations('servers.addresses')
  const common = useTranslations('resource')
  const { dci } = useTRPCClient()
  const panel = usePanelForm({ schema: z.object({ domain: useDomain() }), defaultValues: { domain: address.domain } })
  return (
    <FormDialog
      panel={panel}
      title={common('editTitle', { name: address.name })}
      submitLabel={common('save')}
      onClose={onClose}
      onSubmit={async (body) => {
        await dci.ip.edit.mutate({ params: { ip_id: address.id }, body })
      }}
    >
      <TextField
        control={panel.form.control}
        name="domain"
        label={t('domain')}
        hint={t('domainHint')}
        autoFocus
        optional
        autoComplete="off"
      />
    </FormDialog>
  )
}

function ReleaseAddress({ server, address, onClose }: Of) {
  const t = useTranslations('servers.addresses')
  const { dci } = useTRPCClient()
  const next = server.ip.find((ip) => ip.family === 'ipv4' && ip.id !== address.id && ip.status !== 'deleting')
  return (
    <ConfirmAction
      title={t('releaseTitle', { name: address.name })}
      lost={
        address.is_main
          ? next
            ? t('releaseMain', { next: next.name })
            : t('releaseLast', { server: server.name })
          : t('releaseLost', { server: server.name })
      }
      action={t('releaseAction')}
      run={() => dci.ip.delete.mutate({ params: { ip_id: address.id } })}
      onClose={onClose}
    />
  )
}
