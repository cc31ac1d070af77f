'use client'
import { useTranslations } from 'use-intl'
import { clearings } from '../../../server/domain/operation/kinds.ts'
import { ChoiceCard, RadioGroup } from '../../ui/controls/radio.tsx'
import { type InstallControl, useChoice } from './choice-error.tsx'
import type { Begun } from './types.ts'

/** How disks are cleared; a wipe does not leave them as they are. */
export function ClearChoice({ type, control }: { type: Begun; control: InstallControl }) {
  const t = useTranslations('installing.clear')
  const label = t(type === 'clear_hdd' ? 'labelWipe' : type === 'diag' ? 'labelDiag' : 'label')
  const { field, error } = useChoice(control, 'clear_hdd', label)
  const offered = type === 'clear_hdd' ? (['simple', 'full'] as const) : clearings
  const value = type === 'clear_hdd' && field.value === 'none' ? 'simple' : field.value
  return (
    <>
      <RadioGroup label={label} className="grid grid-cols-3 gap-2 max-[1280px]:grid-cols-1">
        {offered.map((one) => (
          <ChoiceCard
            key={one}
            name="clear_hdd"
            checked={value === one}
            onChange={() => field.onChange(one)}
            hint={one === 'none' ? undefined : <span className="whitespace-normal">{t(`${one}Hint`)}</span>}
          >
            {one === 'none' ? t(type === 'diag' ? 'noneDiag' : 'none') : t(one)}
          </ChoiceCard>
        ))}
      </RadioGroup>
      {error}
    </>
  )
}
