'use client'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ChoiceCard, RadioGroup } from '../../ui/controls/radio.tsx'
import { FormSection } from '../../ui/layout/form-layout.tsx'
import type { SectionProps } from './place-section.tsx'
import { PresetCards, PresetSets } from './preset-cards.tsx'
import { type SizeField, SizeLines } from './size-lines.tsx'
import { usePresets } from './use-presets.ts'
import { chosenPreset, fits, sizeOf, sizes, suits } from './values.ts'

/** How large: a preset where there are some, else a named size; or processors, memory and disk by hand. */
export function SizeSection({ control, values, setValue }: SectionProps) {
  const t = useTranslations('newHost')
  const presets = usePresets(values.preset, values.cluster)
  // Chosen by hand, although the amounts may still be those of a named size.
  const [own, setOwn] = useState(false)
  const now = own ? null : sizeOf(values)
  const set = (field: SizeField, value: number) =>
    setValue(field, value, { shouldDirty: true, shouldTouch: true, shouldValidate: true })
  const setPreset = (preset: typeof values.preset) => setValue('preset', preset, { shouldDirty: true })

  const { chosen, gone } = presets
  // It is no longer there, or too small for another system: its amounts stay as one's own.
  const lost = gone || (chosen !== undefined && !suits(chosen, values.os))
  useEffect(() => {
    if (lost) setValue('preset', null)
  }, [lost, setValue])

  const ownCard = (name: string, checked: boolean, onChange: () => void) => (
    <ChoiceCard name="size" checked={checked} onChange={onChange} hint={t('setBelow')}>
      {name}
    </ChoiceCard>
  )
  return (
    <FormSection title={t('sections.size')}>
      {presets.size > 0 ? (
        <PresetCards
          presets={presets}
          os={values.os}
          chosen={values.preset}
          onChoose={(preset) => {
            setPreset(chosenPreset(preset))
            set('cpu_number', preset.cpu_number)
            set('ram_mib', preset.ram_mib)
            set('hdd_mib', preset.hdd_mib)
          }}
        >
          {ownCard(t('presets.own'), values.preset === null, () => setPreset(null))}
        </PresetCards>
      ) : (
        <RadioGroup label={t('sections.size')} hideLabel className="grid grid-cols-5 gap-2 phone:grid-cols-2">
          {sizes.map((size) => (
            <ChoiceCard
              key={size.name}
              name="size"
              checked={now === size.name}
              disabled={!fits(size, values.os)}
              onChange={() => {
                setOwn(false)
                set('cpu_number', size.cpu_number)
                set('ram_mib', size.ram_gib * 1024)
                set('hdd_mib', size.hdd_gib * 1024)
              }}
              hint={fits(size, values.os) ? `${size.cpu_number} / ${size.ram_gib} / ${size.hdd_gib}` : t('tooSmall')}
            >
              {size.name}
            </ChoiceCard>
          ))}
          {ownCard(t('custom'), now === null, () => setOwn(true))}
        </RadioGroup>
      )}
      <p className="mt-1 mb-3 text-11 text-fg-3">{t('sizeHint')}</p>
      {chosen && !lost ? <PresetSets preset={chosen} /> : <SizeLines control={control} values={values} onSet={set} />}
    </FormSection>
  )
}
