'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { ipnetFields } from '../../server/domain/ipnet/fields.ts'
import type { Ipnet } from '../../server/domain/ipnet/schema.ts'
import { formValues } from '../../server/domain/shared/field.ts'
import { formShape } from '../../server/domain/shared/field-schema.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { DeleteObject } from '../form/delete-object.tsx'
import { PickerField, TextField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { usePanelForm } from '../form/use-panel-form.ts'
import { paths } from '../paths.ts'
import { pickedId, useDatacenterLoaders } from '../resource/loaders.ts'
import { OwnFields } from '../resource/own-fields.tsx'
import { FieldRow } from '../ui/layout/form-layout.tsx'
import { gatewayFault, isVlan, networkFault } from './network-labels.ts'
import type { NetworkAsking } from './use-ipnet-actions.tsx'

/** What a command on networks asks before it is done. Loaded with the first of them. */
export default function IpnetDialogs({ asked, onClose }: { asked: NetworkAsking; onClose: () => void }) {
  if (asked.command === 'delete') return <DeleteNetwork network={asked.network} onClose={onClose} />
  return <NetworkForm {...(asked.command === 'edit' && { network: asked.network })} onClose={onClose} />
}

function useSchema() {
  const t = useTranslations('addresses.networks')
  const shape = z.object({
    ...formShape(ipnetFields, 'edit'),
    name: z.string(),
    gateway: z.string(),
    vlan: z.string().refine(isVlan, t('vlanWrong')),
    location: z.object({ value: z.string(), label: z.string() }).nullable(),
  })
  return shape.check((check) => {
    const { name, gateway } = check.value
    const wrongName = networkFault(name)
    const wrongGateway = gatewayFault(gateway, name)
    const issue = (path: string, message: string) =>
      check.issues.push({ code: 'custom', path: [path], message, input: check.value })
    if (wrongName) issue('name', t(wrongName.key, { network: 'network' in wrongName ? wrongName.network : '' }))
    if (wrongGateway) {
      issue('gateway', t(wrongGateway.key, { network: 'network' in wrongGateway ? wrongGateway.network : '' }))
    }
  })
}

function NetworkForm({ network, onClose }: { network?: Ipnet; onClose: () => void }) {
  const t = useTranslations('addresses')
  const { ip } = useTRPCClient()
  const { locations } = useDatacenterLoaders()
  const panel = usePanelForm({
    schema: useSchema(),
    defaultValues: {
      ...formValues(ipnetFields, 'edit', network ?? { need_reserve: true }),
      name: network?.name ?? '',
      gateway: network?.gateway ?? '',
      vlan: network?.vlan ?? '',
      location: network?.location ? { value: String(network.location.id), label: network.location.name } : null,
    },
  })
  const { control } = panel.form
  return (
    <FormDialog
      panel={panel}
      title={network ? t('networks.editTitle', { name: network.name }) : t('networks.createTitle')}
      submitLabel={network ? t('save') : t('networks.create')}
      onClose={onClose}
      onSubmit={async ({ location: chosen, ...body }) => {
        const location = pickedId(chosen)
        if (network) {
          const change = { ...body, location }
          await ip.ipnet.edit.mutate({ params: { ipnet_id: network.id }, body: change, if_match: network.version })
        } else await ip.ipnet.create.mutate({ body: { ...body, ...(location !== null && { location }) } })
      }}
    >
      <TextField
        control={control}
        name="name"
        label={t('networks.nameLabel')}
        hint={t('networks.nameHint')}
        mono
        autoFocus
        required
        autoComplete="off"
      />
      <FieldRow columns={2}>
        <TextField
          control={control}
          name="gateway"
          label={t('fields.gateway')}
          hint={t('networks.gatewayHint')}
          mono
          autoComplete="off"
        />
        <TextField
          control={control}
          name="vlan"
          label={t('fields.vlan')}
          hint={t('networks.vlanHint')}
          inputMode="numeric"
          autoComplete="off"
        />
      </FieldRow>
      <PickerField
        control={control}
        name="location"
        label={t('fields.location')}
        hint={t('locationHint')}
        load={locations.load}
        clearable
      />
      <OwnFields control={control} fields={ipnetFields} words="addresses" body="edit" />
    </FormDialog>
  )
}

function DeleteNetwork({ network, onClose }: { network: Ipnet; onClose: () => void }) {
  const t = useTranslations('addresses.networks')
  const { vm } = useTRPCClient()
  return (
    <DeleteObject
      title={t('deleteTitle', { name: network.name })}
      lost={t('deleteLost')}
      name={network.name}
      action={t('deleteAction')}
      page={paths.network(network.id)}
      list={paths.networks()}
      run={() => vm.ipnet.delete.mutate({ params: { ipnet_id: network.id } })}
      onClose={onClose}
    />
  )
}
