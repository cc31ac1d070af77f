'use client'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { cpuModes } from '../../server/domain/host/cpu-modes.ts'
import { presetFields } from '../../server/domain/preset/fields.ts'
import type { Preset } from '../../server/domain/preset/record.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { CheckField, NumberField, SelectField, TextField } from '../form/fields.tsx'
import { useRefusal } from '../i18n/use-refusal.ts'
import { OwnField } from '../resource/own-fields.tsx'
import { type FormProps, RecordForm, useRecordForm } from '../resource/record-form.tsx'
import { FieldRow, FormMore } from '../ui/layout/form-layout.tsx'
import { createBody, editBody, fixedBy } from './form-values.ts'
import { type LimitName, lackOf, limitFields } from './limit-names.ts'

const GIB = 1024
const limit = z.int().min(0).nullable()
const shape = {
  cpu_number: z.int().min(1).max(512),
  ram_mib: z.int().min(1),
  hdd_mib: z.int().min(1),
  cpu_mode: z.enum(cpuModes),
  cpu_custom_model: z.string(),
  nesting: z.boolean(),
  anti_spoofing: z.boolean(),
  ...(Object.fromEntries(limitFields.map(({ name }) => [name, limit])) as Record<LimitName, typeof limit>),
}
const fresh = { virtualization_type: 'kvm' }

/** A preset: its size first, limits and processor folded away. */
export function PresetForm({ record: preset, onClose }: FormProps<Preset>) {
  const t = useTranslations('presets')
  const units = useTranslations('ui.units')
  const { vm } = useTRPCClient()
  const { panel, own } = useRecordForm(
    presetFields,
    'presets',
    'create',
    preset ?? fresh,
    { shape, values: fixedBy(preset) },
    preset ? {} : { draftKey: 'preset.new' },
  )
  const { control } = own
  const [mode, type] = useWatch({ control, name: ['cpu_mode', 'virtualization_type'] })
  const refusal = useRefusal()
  const lacking = (asked: Parameters<typeof lackOf>[0]) => {
    const lack = lackOf(asked, type)
    return lack ? refusal(lack) : null
  }
  const several = preset?.disks && preset.disks.length > 1 ? preset.disks.length : 0
  return (
    <RecordForm
      words="presets"
      record={preset}
      panel={panel}
      width="lg"
      onClose={onClose}
      onSubmit={(values) =>
        preset
          ? vm.preset.edit.mutate({
              params: { preset_id: preset.id },
              body: editBody(values, preset),
              if_match: preset.version,
            })
          : vm.preset.create.mutate({ body: createBody(values) })
      }
    >
      <FieldRow>
        <OwnField {...own} name="name" autoFocus />
        <OwnField {...own} name="virtualization_type" />
      </FieldRow>
      <FieldRow columns={3}>
        <NumberField control={control} name="cpu_number" label={t('fields.cpu_number')} min={1} max={512} required />
        <NumberField
          control={control}
          name="ram_mib"
          label={t('fields.ram_mib')}
          factor={GIB}
          min={0.25}
          unit={units('GiB')}
          required
        />
        <NumberField
          control={control}
          name="hdd_mib"
          label={t('fields.hdd_mib')}
          factor={GIB}
          min={1}
          unit={units('GiB')}
          hint={several > 0 ? t('form.disks', { count: several }) : undefined}
          required
        />
      </FieldRow>
      <OwnField {...own} name="comment" />
      <FormMore title={t('form.more')}>
        <FieldRow>
          {limitFields.map((one) => {
            const reason = lacking({ [one.name]: 1 })
            return (
              <NumberField
                key={one.name}
                control={control}
                name={one.name}
                label={t(`fields.${one.name}`)}
                min={0}
                placeholder={units('unlimited')}
                {...('most' in one ? { max: one.most, placeholder: '', hint: t('form.weights') } : {})}
                {...('unit' in one && { unit: t(`unit.${one.unit}`) })}
                {...(reason !== null && { disabled: true, hint: reason })}
              />
            )
          })}
        </FieldRow>
        <FieldRow>
          <SelectField
            control={control}
            name="cpu_mode"
            label={t('fields.cpu_mode')}
            options={cpuModes.map((value) => ({
              value,
              label: t(`modes.${value}`),
              disabled: lacking({ cpu_mode: value }) !== null,
            }))}
          />
          {mode === 'custom' ? (
            <TextField control={control} name="cpu_custom_model" label={t('fields.cpu_custom_model')} required />
          ) : null}
        </FieldRow>
        <CheckField control={control} name="nesting">
          {t('fields.nesting')}
        </CheckField>
        <CheckField control={control} name="anti_spoofing">
          {t('fields.anti_spoofing')}
        </CheckField>
      </FormMore>
    </RecordForm>
  )
}
