'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { ipnetFields } from '../../server/domain/ipnet/fields.ts'
import type { Ipnet } from '../../server/domain/ipnet/schema.ts'
import { formValues } from '../../server/domain/shared/field.ts'
import { formShape } from '../../server/domain/shared/field-schema.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { MultiPickerField, PickerField, TextField } from '../form/fields.tsx'
import { optionOf } from '../form/option-of.ts'
import { pickedShape } from '../form/picked.ts'
import { usePanelForm } from '../form/use-panel-form.ts'
import { paths } from '../paths.ts'
import { pickedId, useLoaders } from '../resource/loaders.ts'
import { OwnFields } from '../resource/own-fields.tsx'
import { RecordDialogs } from '../resource/record-dialogs.tsx'
import { type FormProps, RecordForm } from '../resource/record-form.tsx'
import type { Asking, DialogsProps } from '../resource/use-record-actions.tsx'
import { FieldRow } from '../ui/layout/form-layout.tsx'
import { gatewayFault, isVlan, networkFault } from './network-labels.ts'

/** Dialogs of the commands on networks. */
export default function IpnetDialogs(props: DialogsProps<Asking<Ipnet>>) {
  const { vm } = useTRPCClient()
  return (
    <RecordDialogs
      {...props}
      words="addresses.networks"
      form={(form) => <NetworkForm {...form} />}
      remove={({ id }) => ({
        page: paths.network(id),
        list: paths.networks(),
        run: () => vm.ipnet.delete.mutate({ params: { ipnet_id: id } }),
      })}
    />
  )
}

function useSchema() {
  const t = useTranslations('addresses.networks')
  const shape = z.object({
    ...formShape(ipnetFields, 'edit'),
    name: z.string(),
    gateway: z.string(),
    vlan: z.string().refine(isVlan, t('vlanWrong')),
    location: pickedShape.nullable(),
    clusters: z.array(pickedShape),
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

function NetworkForm({ record: network, onClose }: FormProps<Ipnet>) {
  const t = useTranslations('addresses')
  const { ip, vm } = useTRPCClient()
  const { locations, clusters } = useLoaders()
  const panel = usePanelForm({
    schema: useSchema(),
    defaultValues: {
      ...formValues(ipnetFields, 'edit', network ?? { need_reserve: true }),
      name: network?.name ?? '',
      gateway: network?.gateway ?? '',
      vlan: network?.vlan ?? '',
      location: optionOf(network?.location),
      clusters: (network?.clusters ?? []).map(optionOf),
    },
  })
  const { control } = panel.form
  return (
    <RecordForm
      words="addresses.networks"
      record={network}
      panel={panel}
      onClose={onClose}
      onSubmit={async ({ location: chosen, clusters: picked, ...body }) => {
        const location = pickedId(chosen)
        const wanted = picked.map(({ value }) => Number(value))
        const connect = (id: number) =>
          vm.dcNetwork.connect.mutate({ params: { dc_network_id: id }, body: { clusters: wanted } })
        if (network) {
          const change = { ...body, location }
          await ip.ipnet.edit.mutate({ params: { ipnet_id: network.id }, body: change, if_match: network.version })
          const before = network.clusters.map(({ id }) => id)
          if (wanted.length !== before.length || wanted.some((id) => !before.includes(id))) await connect(network.id)
        } else {
          const { id } = await ip.ipnet.create.mutate({ body: { ...body, ...(location !== null && { location }) } })
          if (wanted.length > 0) await connect(id)
        }
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
      <MultiPickerField
        control={control}
        name="clusters"
        label={t('fields.clusters')}
        hint={t('networks.clustersHint')}
        load={clusters.load}
      />
      <OwnFields control={control} fields={ipnetFields} words="addresses" body="edit" />
    </RecordForm>
  )
}
