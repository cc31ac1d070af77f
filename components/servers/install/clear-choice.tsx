'use client'
import { useTranslations } from 'use-intl'
import { clearings } from '../../../server/domain/operation/kinds.ts'
import { ChoiceCard, RadioGroup } from '../../ui/controls/radio.tsx'
import { type InstallControl, useChoice } from './choice-error.tsx'
import type { Begun } from './types.ts'

type Clearing = (typeof clearings)[number]

/** What can be chosen, and what is meant when nothing is. The signatures of what a system is written to are cleared in any case. */
const choices: Record<'diag' | 'install' | 'wipe', { offered: readonly Clearing[]; plain: Clearing }> = {
  diag: { offered: clearings, plain: 'none' },
  install: { offered: ['none', 'full'], plain: 'none' },
  wipe: { offered: ['simple', 'full'], plain: 'simple' },
}

/** How disks are cleared; a wipe does not leave them as they are. */
export function ClearChoice({ type, control }: { type: Begun; control: InstallControl }) {
  const t = useTranslations('installing.clear')
  const label = t(type === 'clear_hdd' ? 'labelWipe' : type === 'diag' ? 'labelDiag' : 'label')
  const { field, error } = useChoice(control, 'clear_hdd', label)
  const { offered, plain } = choices[type === 'diag' ? 'diag' : type === 'install' ? 'install' : 'wipe']
  const value = offered.includes(field.value) ? field.value : plain
  const nameOf = (one: Clearing) => (type === 'install' && one === 'none' ? 'simple' : one)
  return (
    <>
      <RadioGroup label={label} className="grid grid-cols-3 gap-2 max-[1280px]:grid-cols-1">
        {offered.map((one) => {
          const name = nameOf(one)
          return (
            <ChoiceCard
              key={one}
              name="clear_hdd"
              checked={value === one}
              onChange={() => field.onChange(one)}
              hint={name === 'none' ? undefined : <span className="whitespace-normal">{t(`${name}Hint`)}</span>}
            >
              {t(name)}
            </ChoiceCard>
          )
        })}
      </RadioGroup>
      {error}
    </>
  )
}
