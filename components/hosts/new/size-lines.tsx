'use client'
import { useTranslations } from 'use-intl'
import { NumberField } from '../../form/fields.tsx'
import { Slider } from '../../ui/controls/slider.tsx'
import type { SectionProps } from './place-section.tsx'
import type { NewHost } from './rules.ts'

const steps = {
  cpu_number: [1, 2, 4, 8, 16, 32],
  ram_mib: [1, 2, 4, 8, 16, 32, 64],
  hdd_mib: [10, 20, 40, 80, 160, 320, 640],
} as const
const factors = { cpu_number: 1, ram_mib: 1024, hdd_mib: 1024 } as const
export type SizeField = keyof typeof steps

/** Processors, memory and disk by hand. GiB are shown, MiB stored. */
export function SizeLines(props: Omit<LineProps, 'field'>) {
  return (
    <div className="flex flex-col gap-3">
      {(Object.keys(steps) as SizeField[]).map((field) => (
        <SizeLine key={field} field={field} {...props} />
      ))}
    </div>
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
