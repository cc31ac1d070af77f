'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { platformTypes, platformWidths } from '../../server/domain/platform/kinds.ts'
import type { Platform } from '../../server/domain/platform/schema.ts'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { useDatacenterLoaders } from '../datacenter/loaders.ts'
import { NumberField, PickerField, SelectField, TextField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { usePanelForm } from '../form/use-panel-form.ts'
import { FieldRow } from '../ui/form-layout.tsx'

const cpuCounts = ['1', '2', '4', '8'] as const
const sizes = ['1', '2'] as const

/** A hardware model. Kind, size and width are fixed once servers of it stand somewhere. @param name of a new one, when it is known */
export function PlatformForm(props: { platform?: Platform; name?: string; onClose: () => void }) {
  const { platform, name = '', onClose } = props
  const t = useTranslations('hardware')
  const trpc = useTRPC()
  const { dci } = useTRPCClient()
  const queries = useQueryClient()
  const loaders = useDatacenterLoaders()
  const panel = usePanelForm({
    schema: z.object({
      name: z
        .string()
        .trim()
        .min(1)
        .max(49)
        .regex(/^\w[\w -]*$/, t('form.nameWrong')),
      type: z.enum(platformTypes),
      server_size: z.enum(sizes),
      width: z.enum(platformWidths),
      cpu_socket: z.object({ value: z.string(), label: z.string() }).nullable().refine(Boolean, t('form.socketFirst')),
      cpu_socket_count: z.enum(cpuCounts),
      ram_slot_count: z.int().min(1).max(64),
      max_ram: z.int().min(1).max(1_000_000),
      hdd_slot_count: z.int().min(1).max(90),
      pci_slot_count: z.int().min(1).max(30),
    }),
    defaultValues: {
      name: platform?.name ?? name,
      type: platform?.type ?? 'server',
      server_size: platform?.server_size === 2 ? '2' : '1',
      width: platform?.width ?? 'full',
      cpu_socket: platform ? { value: String(platform.cpu_socket), label: platform.cpu_socket_name } : null,
      cpu_socket_count: cpuCounts.find((count) => Number(count) === platform?.cpu_socket_count) ?? '2',
      ram_slot_count: platform?.ram_slot_count ?? 16,
      max_ram: platform?.max_ram ?? 1024,
      hdd_slot_count: platform?.hdd_slot_count ?? 8,
      pci_slot_count: platform?.pci_slot_count ?? 3,
    },
  })
  const { control } = panel.form
  const type = panel.form.watch('type')
  const fields = [
    'name',
    'type',
    'server_size',
    'width',
    'cpu_socket',
    'cpu_socket_count',
    'ram_slot_count',
    'max_ram',
    'hdd_slot_count',
    'pci_slot_count',
  ] as const
  const label = Object.fromEntries(fields.map((field) => [field, t(`fields.${field}`)])) as Record<
    (typeof fields)[number],
    string
  >
  return (
    <FormDialog
      panel={panel}
      width="lg"
      title={platform ? t('editTitle', { name: platform.name }) : t('platform.create')}
      submitLabel={platform ? t('save') : t('platform.create')}
      onClose={onClose}
      onSubmit={async ({ type, server_size, width, cpu_socket, cpu_socket_count, ...rest }) => {
        const body = {
          ...rest,
          cpu_socket: Number(cpu_socket?.value),
          cpu_socket_count: Number(cpu_socket_count) as 1 | 2 | 4 | 8,
        }
        let id = platform?.id
        if (platform)
          await dci.platform.edit.mutate({ params: { platform_id: platform.id }, body, if_match: platform.version })
        else id = (await dci.platform.create.mutate({ body: { ...body, type, server_size: Number(server_size) } })).id
        const wanted = type === 'blade' ? 'full' : width
        if (id !== undefined && wanted !== (platform?.width ?? 'full'))
          await dci.platform.width.mutate({ params: { platform_id: id }, body: { width: wanted } })
        await queries.invalidateQueries(trpc.dci.pathFilter())
      }}
    >
      <FieldRow>
        <TextField control={control} name="name" label={label.name} autoFocus required />
        <SelectField
          control={control}
          name="type"
          label={label.type}
          disabled={platform !== undefined}
          options={platformTypes.map((value) => ({ value, label: t(`types.${value}`) }))}
        />
      </FieldRow>
      <FieldRow>
        <SelectField
          control={control}
          name="server_size"
          label={label.server_size}
          disabled={platform !== undefined}
          options={sizes.map((value) => ({ value, label: t(`sizes.${type}`, { count: Number(value) }) }))}
        />
        <SelectField
          control={control}
          name="width"
          label={label.width}
          disabled={type === 'blade' || (platform?.server_count ?? 0) > 0}
          options={platformWidths.map((value) => ({ value, label: t(`widths.${value}`) }))}
        />
      </FieldRow>
      <FieldRow>
        <PickerField
          control={control}
          name="cpu_socket"
          label={label.cpu_socket}
          load={loaders.sockets.load}
          required
        />
        <SelectField
          control={control}
          name="cpu_socket_count"
          label={label.cpu_socket_count}
          options={cpuCounts.map((value) => ({ value, label: value }))}
        />
      </FieldRow>
      <FieldRow>
        <NumberField control={control} name="ram_slot_count" label={label.ram_slot_count} required />
        <NumberField control={control} name="max_ram" label={label.max_ram} unit="GiB" required />
      </FieldRow>
      <FieldRow>
        <NumberField control={control} name="hdd_slot_count" label={label.hdd_slot_count} required />
        <NumberField control={control} name="pci_slot_count" label={label.pci_slot_count} required />
      </FieldRow>
    </FormDialog>
  )
}
