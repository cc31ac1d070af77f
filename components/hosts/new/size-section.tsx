'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { NumberField } from '../../form/fields.tsx'
import { ChoiceCard, RadioGroup } from '../../ui/controls/radio.tsx'
import { Slider } from '../../ui/controls/slider.tsx'
import { FormSection } from '../../ui/layout/form-layout.tsx'
import type { SectionProps } from './place-section.tsx'
import type { NewHost } from './rules.ts'
import { fits, sizeOf, sizes } from './values.ts'

const steps = {
  cpu_number: [1, 2, 4, 8, 16, 32],
  ram_mib: [1, 2, 4, 8, 16, 32, 64],
  hdd_mib: [10, 20, 40, 80, 160, 320, 640],
} as const
const factors = { cpu_number: 1, ram_mib: 1024, hdd_mib: 1024 } as const
type SizeField = keyof typeof steps

/** How large: a named size, or processors, memory and disk by hand. GiB are shown, MiB stored. */
export function SizeSection({ control, values, setValue }: SectionProps) {
  const t = useTranslations('newHost')
  // Chosen by hand, although the amounts may still be those of a named size.
  const [own, setOwn] = useState(false)
  const now = own ? null : sizeOf(values)
  const set = (field: SizeField, value: number) =>
    setValue(field, value, { shouldDirty: true, shouldTouch: true, shouldValidate: true })
  return (
    <FormSection title={t('sections.size')}>
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
        <ChoiceCard name="size" checked={now === null} onChange={() => setOwn(true)} hint={t('setBelow')}>
          {t('custom')}
        </ChoiceCard>
      </RadioGroup>
      <p className="mt-1 mb-3 text-11 text-fg-3">{t('sizeHint')}</p>
      <div className="flex flex-col gap-3">
        {(Object.keys(steps) as SizeField[]).map((field) => (
          <SizeLine key={field} field={field} values={values} control={control} onSet={set} />
        ))}
      </div>
    </FormSection>
  )
}

type LineProps = Pick<SectionProps, 'control'> & {
  field: SizeField
  values: NewHost
  onSet: (field: SizeField, value: number) => void
}

function SizeLine({ field, values, control, onSet }: LineProps) {
  const t = useTranslations('newHost')
  const units = useTranslations('ui.units')
  const factor = factors[field]
  const label = t(`fields.${field}`)
  const value = Number.isFinite(values[field]) ? values[field] / factor : 0
  return (
    <div className="grid grid-cols-[44px_minmax(0,1fr)_112px] items-start gap-4 phone:grid-cols-[44px_minmax(0,1fr)]">
      <span className="pt-1" aria-hidden="true">
        {label}
      </span>
      <span className="pt-1.5 phone:order-last phone:col-span-2">
        <Slider
          label={label}
          value={value}
          stops={steps[field]}
          onValueChange={(next) => onSet(field, next * factor)}
        />
      </span>
      <NumberField
        control={control}
        name={field}
        label={label}
        factor={factor}
        min={factor === 1 ? 1 : 0.25}
        unit={factor === 1 ? t('cores', { count: value }) : units('GiB')}
        className="[&>div:first-child]:sr-only"
      />
    </div>
  )
}
