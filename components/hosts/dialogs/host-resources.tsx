'use client'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { cpuModes } from '../../../server/domain/host/cpu-modes.ts'
import type { Host } from '../../../server/domain/host/record.ts'
import { hostResources } from '../../../server/domain/host/resources.ts'
import { CheckField, NumberField, SelectField, TextField } from '../../form/fields.tsx'
import { FormDialog } from '../../form/form-dialog.tsx'
import { usePanelForm } from '../../form/use-panel-form.ts'
import type { HostDialogProps } from '../host-dialogs.tsx'
import { hasSetting, limitFields, limitShapes, type Setting, settings, whenOf } from '../resources/settings.ts'
import { useSettingText } from '../resources/use-setting-text.ts'

const shape = z.object({
  ...hostResources.pick({ hot_plug: true, nesting: true, cpu_mode: true, cpu_custom_model: true }).shape,
  ...limitShapes,
  cpu_number: z.int().min(1),
  ram_mib: z.int().min(1),
  later: z.boolean(),
})
type Values = z.infer<typeof shape>

/** 0 and -1 are no limits, as null is. */
const limit = (value: number | null) => (value !== null && value > 0 ? value : null)

const valuesOf = (host: Host): Values => ({
  cpu_number: host.cpu_number_new ?? host.cpu_number,
  ram_mib: host.ram_mib_new ?? host.ram_mib,
  hot_plug: host.hot_plug,
  nesting: host.nesting ?? false,
  cpu_mode: (host.cpu_mode ?? 'default') as Values['cpu_mode'],
  cpu_custom_model: host.cpu_custom_model ?? '',
  ...(Object.fromEntries(limitFields.map((field) => [field, limit(host[field])])) as Pick<
    Values,
    (typeof limitFields)[number]
  >),
  later: false,
})

const fields = [...settings.compute, 'cpu_custom_model', ...limitFields] as const

/** What was changed, and nothing else: another user may have changed the rest meanwhile. */
function changeOf(before: Values, { later, ...values }: Values) {
  const changed = fields.filter((field) => values[field] !== before[field])
  const model = values.cpu_mode === 'custom' ? [] : ['cpu_custom_model']
  const body = Object.fromEntries(
    changed.filter((field) => !model.includes(field)).map((field) => [field, values[field]]),
  )
  return { ...body, ...(later && { defer: { action: 'host_stop' as const } }) }
}

/** Size, weights and limits. Says beside each change when it takes effect. */
export function HostResourcesDialog({ host, calls, onClose }: HostDialogProps) {
  const t = useTranslations('hosts.resources')
  const words = useTranslations('hosts.fields')
  const units = useTranslations('ui.units')
  const before = valuesOf(host)
  const panel = usePanelForm({ schema: shape, defaultValues: before })
  const { control } = panel.form
  const now = useWatch({ control }) as Values
  const changed = [...settings.compute, ...limitFields].filter((field) => now[field] !== before[field])
  return (
    <FormDialog
      panel={panel}
      width="lg"
      title={t('title', { name: host.name })}
      submitLabel={t('apply')}
      {...(changed.length === 0 && { disabledReason: t('nothingChanged') })}
      onClose={onClose}
      onSubmit={(values) => calls.resources(host.id, changeOf(before, values))}
    >
      <div className="grid grid-cols-3 gap-3 phone:grid-cols-1">
        <NumberField control={control} name="cpu_number" label={words('cpu_number')} min={1} required />
        <NumberField
          control={control}
          name="ram_mib"
          label={words('ram_mib')}
          factor={1024}
          min={0.25}
          unit={units('GiB')}
          required
        />
        {hasSetting(host, 'cpu_mode') ? (
          <SelectField
            control={control}
            name="cpu_mode"
            label={words('cpu_mode')}
            options={cpuModes.map((value) => ({ value, label: t(`modes.${value}`) }))}
          />
        ) : null}
      </div>
      {now.cpu_mode === 'custom' ? (
        <TextField control={control} name="cpu_custom_model" label={words('cpu_custom_model')} required />
      ) : null}
      {hasSetting(host, 'hot_plug') ? (
        <CheckField control={control} name="hot_plug" hint={t('hotPlugHint')}>
          {words('hot_plug')}
        </CheckField>
      ) : null}
      <CheckField control={control} name="nesting">
        {words('nesting')}
      </CheckField>
      <div className="grid grid-cols-2 gap-3 phone:grid-cols-1">
        {limitFields
          .filter((field) => hasSetting(host, field))
          .map((field) => (
            <NumberField
              key={field}
              control={control}
              name={field}
              label={words(field)}
              min={0}
              {...(field.endsWith('mbitps') && { unit: t('mbitUnit') })}
              placeholder={field.endsWith('weight') ? t('usual') : t('noLimit')}
            />
          ))}
      </div>
      <Effects host={host} changed={changed} later={now.later} />
      {host.state === 'stopped' ? null : (
        <CheckField control={control} name="later" hint={t('laterHint')}>
          {t('later')}
        </CheckField>
      )}
    </FormDialog>
  )
}

/** What happens with each change. */
function Effects({ host, changed, later }: { host: Host; changed: readonly Setting[]; later: boolean }) {
  const t = useTranslations('hosts.resources')
  const words = useTranslations('hosts.fields')
  const text = useSettingText()
  if (changed.length === 0) return null
  return (
    <ul aria-label={t('effects')} className="rounded-md border border-line px-3 py-2 text-12">
      {changed.map((field) => (
        <li key={field} className="flex justify-between gap-4 py-0.5">
          <span>{t('effect', { field: words(field), value: text(host, field) })}</span>
          <span className="text-fg-3">{t(later ? 'when.next_stop' : `when.${whenOf(host, field)}`)}</span>
        </li>
      ))}
    </ul>
  )
}
