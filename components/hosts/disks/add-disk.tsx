'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { buses } from '../../../server/domain/disk/buses.ts'
import type { Host } from '../../../server/domain/host/record.ts'
import { useMe } from '../../api/me.tsx'
import { useTRPC, useTRPCClient } from '../../api/trpc.ts'
import { NumberField, PickerField, SelectField, TextField } from '../../form/fields.tsx'
import { FormDialog } from '../../form/form-dialog.tsx'
import { pickedShape } from '../../form/picked.ts'
import { usePanelForm } from '../../form/use-panel-form.ts'
import { pickedId, useLoaders } from '../../resource/loaders.ts'
import { gib } from '../../ui/display/size.ts'
import { FieldRow } from '../../ui/layout/form-layout.tsx'

type Props = { host: Host; onClose: () => void }

const busOptions = buses.map((value) => ({ value, label: value }))
const addShape = z.object({
  size_mib: z.int().min(1),
  bus: z.enum(buses),
  name: z.string().trim().max(255),
  storage: pickedShape.nullable(),
  expand_part: z.string().trim().max(255),
})

/** A new disk for a VM. */
export function AddDisk({ host, onClose }: Props) {
  const t = useTranslations('hosts.disks')
  const units = useTranslations('ui.units')
  const { vm } = useTRPCClient()
  const { isAdmin } = useMe()
  const loaders = useLoaders()
  const panel = usePanelForm({
    schema: addShape,
    defaultValues: { size_mib: 20 * 1024, bus: 'virtio', name: '', storage: null, expand_part: '' },
  })
  const { control } = panel.form
  return (
    <FormDialog
      panel={panel}
      title={t('addTitle', { name: host.name })}
      description={t(host.state === 'active' ? 'addRunning' : 'addAbout')}
      submitLabel={t('add')}
      onClose={onClose}
      onSubmit={({ size_mib, bus, name, expand_part, ...chosen }) => {
        const storage = pickedId(chosen.storage)
        return vm.disk.add.mutate({
          params: { host_id: host.id },
          body: {
            size_mib,
            bus,
            ...(name !== '' && { name }),
            ...(storage !== null && { storage }),
            ...(expand_part !== '' && { expand_part }),
          },
        })
      }}
    >
      <FieldRow columns={2}>
        <NumberField
          control={control}
          name="size_mib"
          label={t('sizeOfNew')}
          factor={1024}
          min={1}
          unit={units('GiB')}
          required
        />
        <SelectField control={control} name="bus" label={t('bus')} options={busOptions} hint={t('busHint')} />
      </FieldRow>
      <FieldRow columns={2}>
        <TextField control={control} name="name" label={t('name')} optional autoComplete="off" />
        <TextField control={control} name="expand_part" label={t('part')} hint={t('partHint')} mono optional />
      </FieldRow>
      {isAdmin ? (
        <PickerField
          control={control}
          name="storage"
          label={t('storage')}
          hint={t('storageHint')}
          load={loaders.storagesOf(host.cluster.id).load}
          optional
        />
      ) : null}
    </FormDialog>
  )
}

const attachShape = z.object({ disk: z.string().regex(/^[1-9]\d*$/), bus: z.enum(buses) })

/** A disk without a VM that belongs to the owner of this one, on its node or in a storage that the nodes of its cluster share. */
export function AttachDisk({ host, onClose }: Props) {
  const t = useTranslations('hosts.disks')
  const units = useTranslations('ui.units')
  const trpc = useTRPC()
  const { vm } = useTRPCClient()
  const reachable = `(node.id EQ ${host.node?.id ?? 0}) OR ((cluster.id EQ ${host.cluster.id}) AND (shared_storage.id GT 0))`
  const where = `(host.id IS NULL) AND (state EQ active) AND (${reachable}) AND (account.id EQ ${host.account?.id ?? 0})`
  const { data } = useQuery(trpc.vm.disk.list.queryOptions({ query: { where, orderby: 'name,id', limit: '0,200' } }))
  const panel = usePanelForm({ schema: attachShape, defaultValues: { disk: '', bus: 'virtio' } })
  const { control } = panel.form
  const options = (data?.list ?? []).map(({ id, name, size_mib }) => ({
    value: String(id),
    label: `${name}, ${gib(size_mib)} ${units('GiB')}`,
  }))
  return (
    <FormDialog
      panel={panel}
      title={t('attachTitle', { name: host.name })}
      description={t(data && options.length === 0 ? 'attachNone' : 'attachAbout')}
      submitLabel={t('attach')}
      onClose={onClose}
      onSubmit={({ disk, bus }) =>
        vm.disk.attach.mutate({ params: { host_id: host.id, disk_id: Number(disk) }, body: { bus } })
      }
    >
      <FieldRow columns={2}>
        <SelectField control={control} name="disk" label={t('disk')} options={options} required />
        <SelectField control={control} name="bus" label={t('bus')} options={busOptions} hint={t('busHint')} />
      </FieldRow>
    </FormDialog>
  )
}
