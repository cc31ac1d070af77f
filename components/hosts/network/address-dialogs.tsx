'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import type { Host } from '../../../server/domain/host/record.ts'
import { parseAddress } from '../../../server/domain/ip/address.ts'
import type { IpRecord } from '../../../server/domain/ip/schema.ts'
import { useTRPCClient } from '../../api/trpc.ts'
import { ConfirmAction } from '../../form/confirm-action.tsx'
import { NumberField, SelectField, TextField } from '../../form/fields.tsx'
import { FormDialog } from '../../form/form-dialog.tsx'
import { usePanelForm } from '../../form/use-panel-form.ts'
import { FieldRow } from '../../ui/layout/form-layout.tsx'

type Props = { host: Host; onClose: () => void }
const kinds = ['ipv4', 'ipv6', 'subnet', 'named'] as const

export function AddAddress({ host, onClose }: Props) {
  const t = useTranslations('hosts.network')
  const { vm } = useTRPCClient()
  const shape = z
    .object({
      host_interface: z.string(),
      kind: z.enum(kinds),
      count: z.int().min(1).max(256),
      bits: z.int().min(32).max(125),
      name: z.string().trim(),
    })
    .refine(({ kind, name }) => kind !== 'named' || parseAddress(name) !== null, {
      path: ['name'],
      message: t('addressWrong'),
    })
  const [first] = host.interfaces
  const panel = usePanelForm({
    schema: shape,
    defaultValues: { host_interface: first?.host_interface ?? '', kind: 'ipv4', count: 1, bits: 64, name: '' },
  })
  const { control } = panel.form
  const kind = panel.form.watch('kind')
  return (
    <FormDialog
      panel={panel}
      title={t('addAddressTitle', { name: host.name })}
      description={t('addAddressAbout')}
      submitLabel={t('addAddress')}
      onClose={onClose}
      onSubmit={({ host_interface, kind, count, bits, name }) => {
        const what = {
          ipv4: { ipv4_number: count },
          ipv6: { ipv6_enabled: true },
          subnet: { ipv6_enabled: true, ipv6_prefix: bits },
          named: { ip_addr: { name } },
        }[kind]
        return vm.host.addAddresses.mutate({ params: { host_id: host.id }, body: { host_interface, ...what } })
      }}
    >
      <FieldRow columns={2}>
        <SelectField
          control={control}
          name="kind"
          label={t('kind')}
          options={kinds.map((value) => ({ value, label: t(`addKinds.${value}`) }))}
        />
        <SelectField
          control={control}
          name="host_interface"
          label={t('interface')}
          options={host.interfaces.map((one) => ({ value: one.host_interface, label: one.host_interface }))}
        />
      </FieldRow>
      {kind === 'ipv4' ? (
        <NumberField control={control} name="count" label={t('count')} min={1} max={256} required />
      ) : null}
      {kind === 'subnet' ? (
        <NumberField control={control} name="bits" label={t('bits')} hint={t('bitsHint')} min={32} max={125} required />
      ) : null}
      {kind === 'named' ? (
        <TextField control={control} name="name" label={t('address')} mono required autoComplete="off" />
      ) : null}
    </FormDialog>
  )
}

export function ReleaseAddress({ host, address, onClose }: Props & { address: IpRecord }) {
  const t = useTranslations('hosts.network')
  const { vm } = useTRPCClient()
  const name = address.prefix ?? address.ip_addr
  return (
    <ConfirmAction
      title={t('releaseTitle', { name })}
      lost={t('releaseLost', { host: host.name })}
      action={t('release')}
      onClose={onClose}
      run={() => vm.ip.delete.mutate({ params: { ip_id: address.id } })}
    />
  )
}
