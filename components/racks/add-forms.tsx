'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { useTRPCClient } from '../api/trpc.ts'
import { NumberField, PickerField, TextField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { usePanelForm } from '../form/use-panel-form.ts'
import { paths } from '../paths.ts'
import type { LoadOptions } from '../ui/controls/use-options.ts'
import { TextLink } from '../ui/display/text.tsx'
import { FieldRow } from '../ui/layout/form-layout.tsx'
import type { RackPart } from './use-rack-actions.tsx'

type AddProps = { rack: RackPart; unit: number | null; onClose: () => void }
const MAC = /^([0-9a-f]{2}:){5}[0-9a-f]{2}$/i
const macsIn = (text: string) => text.split(/[\s,;]+/).filter(Boolean)

/** The least a server needs to stand in a rack; the rest is on its page. */
export function AddServerForm({ rack, unit, onClose }: AddProps) {
  const t = useTranslations('racks')
  const { dci } = useTRPCClient()
  const platforms: LoadOptions = useMemo(
    () => async (search, signal) => {
      const query = { search, orderby: 'name', limit: '0,20', where: "type EQ 'server'" }
      const { list, size } = await dci.platform.list.query({ query }, { signal })
      return {
        list: list.map(({ id, name, server_size, width }) => ({
          value: String(id),
          label: name,
          hint: t('form.platformHint', { size: Number(server_size), width: width === 'half' ? 'half' : 'full' }),
        })),
        size,
      }
    },
    [dci, t],
  )
  const panel = usePanelForm({
    schema: z.object({
      name: z.string().trim().min(1).max(49),
      platform: z
        .object({ value: z.string(), label: z.string() })
        .nullable()
        .refine((one) => one !== null, t('form.platformMissing')),
      unit: z.int().min(1).max(rack.size),
      mac: z.string().refine((text) => macsIn(text).every((one) => MAC.test(one)), t('form.macWrong')),
    }),
    defaultValues: { name: '', platform: null, unit: unit ?? 1, mac: '' },
  })
  const { control } = panel.form
  const labels = {
    name: t('fields.name'),
    platform: t('form.platform'),
    unit: t('form.unit'),
    mac: t('form.mac'),
  }
  return (
    <FormDialog
      panel={panel}
      title={t('form.serverTitle', { name: rack.name })}
      submitLabel={t('form.addServer')}
      onClose={onClose}
      onSubmit={async ({ platform, mac, ...plain }) => {
        const body = { ...plain, platform: Number(platform?.value), rack: rack.id, mac: macsIn(mac) }
        await dci.server.create.mutate({ body })
      }}
    >
      <TextField control={control} name="name" label={labels.name} autoFocus required />
      <FieldRow>
        <PickerField
          control={control}
          name="platform"
          label={labels.platform}
          load={platforms}
          hint={
            <TextLink href={paths.hardware()} prefetch={false}>
              {t('form.toHardware')}
            </TextLink>
          }
          required
        />
        <NumberField control={control} name="unit" label={labels.unit} hint={t('form.unitHint')} required />
      </FieldRow>
      <TextField
        control={control}
        name="mac"
        label={labels.mac}
        hint={t('form.macHint')}
        placeholder="02:00:5e:10:00:01"
        mono
      />
    </FormDialog>
  )
}

export function AddChassisForm({ rack, unit, onClose }: AddProps) {
  const t = useTranslations('racks')
  const { dci } = useTRPCClient()
  const panel = usePanelForm({
    schema: z.object({
      name: z.string().trim().min(1).max(49),
      unit: z.int().min(1).max(rack.size),
      size: z.int().min(1).max(10),
      server_slot_count: z.int().min(2).max(32),
    }),
    defaultValues: { name: '', unit: unit ?? 1, size: 10, server_slot_count: 16 },
  })
  const { control } = panel.form
  const labels = {
    name: t('fields.name'),
    unit: t('form.unit'),
    size: t('form.units'),
    server_slot_count: t('form.slots'),
  }
  return (
    <FormDialog
      panel={panel}
      title={t('form.chassisTitle', { name: rack.name })}
      submitLabel={t('form.addChassis')}
      onClose={onClose}
      onSubmit={async (body) => {
        await dci.chassis.create.mutate({ params: { rack_id: rack.id }, body })
      }}
    >
      <TextField control={control} name="name" label={labels.name} autoFocus required />
      <FieldRow columns={3}>
        <NumberField control={control} name="unit" label={labels.unit} required />
        <NumberField control={control} name="size" label={labels.size} required />
        <NumberField control={control} name="server_slot_count" label={labels.server_slot_count} required />
      </FieldRow>
    </FormDialog>
  )
}
