'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { platformFields } from '../../server/domain/platform/fields.ts'
import { platformTypes, platformWidths } from '../../server/domain/platform/kinds.ts'
import type { Platform } from '../../server/domain/platform/schema.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { PickerField, SelectField } from '../form/fields.tsx'
import { neededShape } from '../form/picked.ts'
import { useLoaders } from '../resource/loaders.ts'
import { OwnField, OwnFields } from '../resource/own-fields.tsx'
import { type FormProps, RecordForm, useRecordForm } from '../resource/record-form.tsx'
import { FieldRow } from '../ui/layout/form-layout.tsx'

const cpuCounts = ['1', '2', '4', '8'] as const
const sizes = ['1', '2'] as const
/** Of a new model. */
const usual = { ram_slot_count: 16, max_ram: 1024, hdd_slot_count: 8, pci_slot_count: 3 }

/** A hardware model. Kind, size and width are fixed once servers of it stand somewhere. @param name of a new one, when it is known */
export function PlatformForm({ record: platform, name = '', onClose }: FormProps<Platform> & { name?: string }) {
  const t = useTranslations('hardware')
  const { dci } = useTRPCClient()
  const loaders = useLoaders()
  const { panel, own } = useRecordForm(platformFields, 'hardware', 'edit', platform ?? { ...usual, name }, {
    shape: {
      type: z.enum(platformTypes),
      server_size: z.enum(sizes),
      width: z.enum(platformWidths),
      cpu_socket: neededShape(t('form.socketFirst')),
      cpu_socket_count: z.enum(cpuCounts),
    },
    values: {
      type: platform?.type ?? 'server',
      server_size: platform?.server_size === 2 ? '2' : '1',
      width: platform?.width ?? 'full',
      cpu_socket: platform ? { value: String(platform.cpu_socket), label: platform.cpu_socket_name } : null,
      cpu_socket_count: cpuCounts.find((count) => Number(count) === platform?.cpu_socket_count) ?? '2',
    },
  })
  const { control } = own
  const type = panel.form.watch('type')
  return (
    <RecordForm
      words="hardware.platform"
      record={platform}
      panel={panel}
      width="lg"
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
      }}
    >
      <FieldRow>
        <OwnField {...own} name="name" autoFocus />
        <SelectField
          control={control}
          name="type"
          label={t('fields.type')}
          disabled={platform !== undefined}
          options={platformTypes.map((value) => ({ value, label: t(`types.${value}`) }))}
        />
      </FieldRow>
      <FieldRow>
        <SelectField
          control={control}
          name="server_size"
          label={t('fields.server_size')}
          disabled={platform !== undefined}
          options={sizes.map((value) => ({ value, label: t(`sizes.${type}`, { count: Number(value) }) }))}
        />
        <SelectField
          control={control}
          name="width"
          label={t('fields.width')}
          disabled={type === 'blade' || (platform?.server_count ?? 0) > 0}
          options={platformWidths.map((value) => ({ value, label: t(`widths.${value}`) }))}
        />
      </FieldRow>
      <FieldRow>
        <PickerField
          control={control}
          name="cpu_socket"
          label={t('fields.cpu_socket')}
          load={loaders.sockets.load}
          required
        />
        <SelectField
          control={control}
          name="cpu_socket_count"
          label={t('fields.cpu_socket_count')}
          options={cpuCounts.map((value) => ({ value, label: value }))}
        />
      </FieldRow>
      <OwnFields {...own} body="edit" without={['name']} />
    </RecordForm>
  )
}
