'use client'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { chassisFields } from '../../server/domain/chassis/fields.ts'
import { serverFields } from '../../server/domain/server/fields.ts'
import { formShape } from '../../server/domain/shared/field-schema.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { NumberField, PickerField, TextField } from '../form/fields.tsx'
import { FormDialog } from '../form/form-dialog.tsx'
import { isMac, macsIn } from '../form/mac-list.ts'
import { usePanelForm } from '../form/use-panel-form.ts'
import { paths } from '../paths.ts'
import { typeahead } from '../resource/loaders.ts'
import { TextLink } from '../ui/display/text.tsx'
import { FieldRow } from '../ui/layout/form-layout.tsx'
import type { RackPart } from './use-rack-actions.tsx'

type AddProps = { rack: RackPart; unit: number | null; onClose: () => void }

/** The least a server needs to stand in a rack; the rest is on its page. */
export function AddServerForm({ rack, unit, onClose }: AddProps) {
  const t = useTranslations('racks')
  const { dci } = useTRPCClient()
  const platforms = typeahead(dci.platform.list.query, {
    where: "type EQ 'server'",
    more: ({ server_size, width }) => ({
      hint: t('form.platformHint', { size: Number(server_size), width: width === 'half' ? 'half' : 'full' }),
    }),
  })
  const panel = usePanelForm({
    schema: z.object({
      name: formShape(serverFields, 'create').name,
      platform: z
        .object({ value: z.string(), label: z.string() })
        .nullable()
        .refine((one) => one !== null, t('form.platformMissing')),
      unit: z.int().min(1).max(rack.size),
      mac: z.string().refine((text) => macsIn(text).every(isMac), t('form.macWrong')),
    }),
    defaultValues: { name: '', platform: null, unit: unit ?? 1, mac: '' },
  })
  const { control } = panel.form
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
      <TextField control={control} name="name" label={t('fields.name')} autoFocus required />
      <FieldRow>
        <PickerField
          control={control}
          name="platform"
          label={t('form.platform')}
          load={platforms}
          hint={
            // What was typed here stays.
            <TextLink href={paths.hardware()} target="_blank" prefetch={false}>
              {t('form.toHardware')}
            </TextLink>
          }
          required
        />
        <NumberField control={control} name="unit" label={t('form.unit')} hint={t('form.unitHint')} required />
      </FieldRow>
      <TextField
        control={control}
        name="mac"
        label={t('form.mac')}
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
  const { name, size, server_slot_count } = formShape(chassisFields, 'create')
  const panel = usePanelForm({
    schema: z.object({ name, size, server_slot_count, unit: z.int().min(1).max(rack.size) }),
    defaultValues: { name: '', unit: unit ?? 1, size: 10, server_slot_count: 16 },
  })
  const { control } = panel.form
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
      <TextField control={control} name="name" label={t('fields.name')} autoFocus required />
      <FieldRow columns={3}>
        <NumberField control={control} name="unit" label={t('form.unit')} required />
        <NumberField control={control} name="size" label={t('form.units')} required />
        <NumberField control={control} name="server_slot_count" label={t('form.slots')} required />
      </FieldRow>
    </FormDialog>
  )
}
