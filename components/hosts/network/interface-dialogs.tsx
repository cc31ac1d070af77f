'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { type InterfaceRecord, interfaceModels } from '../../../server/domain/host/network.ts'
import type { Host } from '../../../server/domain/host/record.ts'
import { useMe } from '../../api/me.tsx'
import { useTRPC, useTRPCClient } from '../../api/trpc.ts'
import { ConfirmAction } from '../../form/confirm-action.tsx'
import { NumberField, SelectField, TextField } from '../../form/fields.tsx'
import { FormDialog } from '../../form/form-dialog.tsx'
import { usePanelForm } from '../../form/use-panel-form.ts'
import { FieldRow } from '../../ui/layout/form-layout.tsx'

type Props = { host: Host; onClose: () => void }

const models = interfaceModels.map((value) => ({ value, label: value }))
const addShape = z.object({
  where: z.string(),
  model: z.enum(interfaceModels),
  how: z.enum(['addresses', 'dhcp', 'none']),
  count: z.int().min(1).max(256),
  name: z.string().trim(),
})

/** Networks of the cluster, and for administrators the bridges of the VM's node. */
function usePlaces(host: Host) {
  const t = useTranslations('hosts.network')
  const { isAdmin } = useMe()
  const trpc = useTRPC()
  const node_id = host.node?.id ?? 0
  const enabled = isAdmin && node_id > 0
  const { data } = useQuery(trpc.vm.node.interfaces.queryOptions({ params: { node_id } }, { enabled }))
  const bridges = (data?.list ?? []).filter(({ type }) => type === 'bridge')
  return {
    bridges: bridges.map(({ id, name }) => ({ value: String(id), label: name })),
    networks: [
      { value: 'main', label: t('mainNetwork') },
      { value: 'second', label: t('secondNetwork') },
    ],
  }
}

export function AddInterface({ host, onClose }: Props) {
  const t = useTranslations('hosts.network')
  const { vm } = useTRPCClient()
  const { bridges, networks } = usePlaces(host)
  const panel = usePanelForm({
    schema: addShape,
    defaultValues: { where: 'main', model: 'virtio', how: 'addresses', count: 1, name: '' },
  })
  const { control } = panel.form
  const how = panel.form.watch('how')
  return (
    <FormDialog
      panel={panel}
      title={t('addInterfaceTitle', { name: host.name })}
      description={t('addInterfaceAbout')}
      submitLabel={t('addInterface')}
      onClose={onClose}
      onSubmit={({ where, model, count, name, ...asked }) =>
        vm.host.addInterface.mutate({
          params: { host_id: host.id },
          body: {
            is_main_network: where === 'main',
            model,
            ...(name !== '' && { name }),
            ...(/^\d+$/.test(where) && { bridge_id: Number(where) }),
            ...(asked.how === 'addresses'
              ? { ip_count: count }
              : asked.how === 'dhcp'
                ? { dhcp: true }
                : { no_ip: true }),
          },
        })
      }
    >
      <FieldRow columns={2}>
        <SelectField control={control} name="where" label={t('network')} options={[...networks, ...bridges]} />
        <SelectField control={control} name="model" label={t('model')} options={models} />
      </FieldRow>
      <FieldRow columns={2}>
        <SelectField
          control={control}
          name="how"
          label={t('how')}
          options={(['addresses', 'dhcp', 'none'] as const).map((value) => ({ value, label: t(`hows.${value}`) }))}
        />
        {how === 'addresses' ? (
          <NumberField control={control} name="count" label={t('count')} min={1} max={256} required />
        ) : null}
      </FieldRow>
      <TextField control={control} name="name" label={t('name')} hint={t('nameHint')} mono autoComplete="off" />
    </FormDialog>
  )
}

const editShape = z.object({ bridge_id: z.string(), model: z.enum(interfaceModels) })

export function EditInterface({ host, face, onClose }: Props & { face: InterfaceRecord }) {
  const t = useTranslations('hosts.network')
  const common = useTranslations('resource')
  const { vm } = useTRPCClient()
  const { bridges } = usePlaces(host)
  const present = { value: String(face.bridge_id ?? 0), label: face.bridge }
  const options = bridges.some(({ value }) => value === present.value) ? bridges : [present, ...bridges]
  const panel = usePanelForm({ schema: editShape, defaultValues: { bridge_id: present.value, model: face.model } })
  const { control } = panel.form
  return (
    <FormDialog
      panel={panel}
      title={common('editTitle', { name: face.name })}
      description={t('editInterfaceAbout')}
      submitLabel={common('save')}
      onClose={onClose}
      onSubmit={({ bridge_id, model }) =>
        vm.host.editInterface.mutate({
          params: { host_id: host.id, iface_id: face.id },
          body: { model, ...(bridge_id !== present.value && { bridge_id: Number(bridge_id) }) },
        })
      }
    >
      <FieldRow columns={2}>
        <SelectField control={control} name="bridge_id" label={t('bridge')} options={options} />
        <SelectField control={control} name="model" label={t('model')} options={models} />
      </FieldRow>
    </FormDialog>
  )
}

export function RemoveInterface({ host, face, onClose }: Props & { face: InterfaceRecord }) {
  const t = useTranslations('hosts.network')
  const { vm } = useTRPCClient()
  return (
    <ConfirmAction
      title={t('removeInterfaceTitle', { name: face.name })}
      lost={face.ip.length > 0 ? t('removeInterfaceLost', { addresses: face.ip.join(', ') }) : t('removeInterfaceCut')}
      action={t('removeInterface')}
      onClose={onClose}
      run={() => vm.host.removeInterface.mutate({ params: { host_id: host.id, iface_id: face.id } })}
    />
  )
}
