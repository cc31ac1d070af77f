'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { buses } from '../../../server/domain/disk/buses.ts'
import type { Disk } from '../../../server/domain/disk/schema.ts'
import type { Host } from '../../../server/domain/host/record.ts'
import { useTRPCClient } from '../../api/trpc.ts'
import { SelectField } from '../../form/fields.tsx'
import { FormDialog } from '../../form/form-dialog.tsx'
import { usePanelForm } from '../../form/use-panel-form.ts'

type Props = { host: Host; onClose: () => void }

const busShape = z.object({ bus: z.enum(buses) })

/** Another bus for a disk. */
export function DiskBus({ host, disk, onClose }: Props & { disk: Disk }) {
  const t = useTranslations('hosts.disks')
  const { vm } = useTRPCClient()
  const panel = usePanelForm({ schema: busShape, defaultValues: { bus: disk.bus ?? 'virtio' } })
  return (
    <FormDialog
      panel={panel}
      title={t('busTitle', { name: disk.name })}
      description={t('busAbout')}
      submitLabel={t('changeBus')}
      onClose={onClose}
      onSubmit={({ bus }) => vm.disk.attach.mutate({ params: { host_id: host.id, disk_id: disk.id }, body: { bus } })}
    >
      <SelectField
        control={panel.form.control}
        name="bus"
        label={t('bus')}
        options={buses.map((value) => ({ value, label: value }))}
      />
    </FormDialog>
  )
}

/** The order in which the VM tries its disks: a place for each of them. */
export function DiskOrder({ host, disks, onClose }: Props & { disks: readonly Disk[] }) {
  const t = useTranslations('hosts.disks')
  const { vm } = useTRPCClient()
  const places = disks.map((_, n) => String(n + 1))
  const schema = z
    .object({ places: z.array(z.string()) })
    .refine((body) => new Set(body.places).size === body.places.length, {
      path: ['places', '0'],
      message: t('samePlace'),
    })
  const panel = usePanelForm({ schema, defaultValues: { places } })
  return (
    <FormDialog
      panel={panel}
      title={t('orderTitle', { name: host.name })}
      description={t('orderAbout')}
      submitLabel={t('setOrder')}
      onClose={onClose}
      onSubmit={(body) =>
        vm.disk.order.mutate({
          params: { host_id: host.id },
          body: { disks: disks.map(({ id }, n) => ({ id, boot_order: Number(body.places[n]) })) },
        })
      }
    >
      {disks.map(({ id, name }, n) => (
        <SelectField
          key={id}
          control={panel.form.control}
          name={`places.${n}`}
          label={name}
          options={places.map((value) => ({ value, label: value }))}
        />
      ))}
    </FormDialog>
  )
}
