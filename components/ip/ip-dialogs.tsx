'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import type { IpRecord } from '../../server/domain/ip/schema.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { ConfirmAction } from '../form/confirm-action.tsx'
import { TextField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { usePanelForm } from '../form/use-panel-form.ts'
import PtrDialog from '../ptr/ptr-dialog.tsx'
import { FieldRow } from '../ui/layout/form-layout.tsx'
import type { AddressAsking } from './use-ip-actions.tsx'

/** What a command on addresses asks before it is done. Loaded with the first of them. */
export default function IpDialogs({ asked, onClose }: { asked: AddressAsking; onClose: () => void }) {
  const { command, address } = asked
  if (command === 'ptr')
    return (
      <PtrDialog asked={{ id: address.id, address: address.ip_addr, domain: address.ptr ?? '' }} onClose={onClose} />
    )
  const Dialog = asked.command === 'edit' ? EditAddress : ReleaseAddress
  return <Dialog address={asked.address} onClose={onClose} />
}

const schema = z.object({ domain: z.string(), ip_addr: z.string(), gateway: z.string(), netmask: z.string() })

/** Only what was changed is sent, so that the address follows its network in the rest. */
function EditAddress({ address, onClose }: { address: IpRecord; onClose: () => void }) {
  const t = useTranslations('addresses')
  const { vm } = useTRPCClient()
  const before = {
    domain: address.domain ?? '',
    ip_addr: address.ip_addr,
    gateway: address.gateway ?? '',
    netmask: address.mask,
  }
  const panel = usePanelForm({ schema, defaultValues: before })
  const { control } = panel.form
  return (
    <FormDialog
      panel={panel}
      title={t('used.editTitle', { name: address.ip_addr })}
      submitLabel={t('save')}
      onClose={onClose}
      onSubmit={async (now) => {
        const changed = Object.entries(now).filter(([name, value]) => value !== before[name as keyof typeof before])
        await vm.ip.edit.mutate({ params: { ip_id: address.id }, body: { values: Object.fromEntries(changed) } })
      }}
    >
      <TextField
        control={control}
        name="domain"
        label={t('fields.domain')}
        hint={t('used.domainHint')}
        autoFocus
        autoComplete="off"
      />
      <TextField
        control={control}
        name="ip_addr"
        label={t('fields.address')}
        hint={t('used.technicalHint')}
        mono
        autoComplete="off"
      />
      <FieldRow columns={2}>
        <TextField control={control} name="gateway" label={t('fields.gateway')} mono autoComplete="off" />
        <TextField control={control} name="netmask" label={t('fields.mask')} mono autoComplete="off" />
      </FieldRow>
    </FormDialog>
  )
}

function ReleaseAddress({ address, onClose }: { address: IpRecord; onClose: () => void }) {
  const t = useTranslations('addresses.used')
  const { vm } = useTRPCClient()
  const holder = address.host ?? address.server
  return (
    <ConfirmAction
      title={t('releaseTitle', { name: address.ip_addr })}
      lost={holder ? t('releaseLostHost', { host: holder.name }) : t('releaseLost')}
      action={t('releaseAction')}
      run={() => vm.ip.delete.mutate({ params: { ip_id: address.id } })}
      onClose={onClose}
    />
  )
}
