'use client'
import { useTranslations } from 'use-intl'
import { whyNotInstaller } from '../../../server/domain/operation/fitting.ts'
import { raids } from '../../../server/domain/operation/kinds.ts'
import type { PlanTemplate } from '../../../server/domain/operation/plan.ts'
import { type Raid, raidBytes, raidDisks, whyNotRaid } from '../../../server/domain/operation/raids.ts'
import { isNamed } from '../../../server/domain/operation-plan/disks.ts'
import { useSaid } from '../../i18n/said.tsx'
import { ChoiceCard, RadioGroup } from '../../ui/controls/radio.tsx'
import { useSizes } from '../../ui/display/use-sizes.ts'
import { type InstallControl, useChoice } from './choice-error.tsx'
import type { InstallValues } from './rules.ts'
import type { PlanDisk } from './values.ts'

const MIB = 1_048_576

type Props = {
  control: InstallControl
  disks: readonly PlanDisk[]
  values: InstallValues
  /** What is installed; null: nothing is chosen yet. */
  template: PlanTemplate | null
}

/** Whether the system is put on an array of the disks, and of which kind. */
export function RaidCards({ control, disks, values, template }: Props) {
  const t = useTranslations('installing.raids')
  const said = useSaid()
  const sizes = useSizes()
  const { field, error } = useChoice(control, 'hdd_raid', t('label'))
  const there = disks.filter((disk) => isNamed(disk, disks)).length
  const chosen = disks.filter(({ id }) => values.disk_serials.includes(id))
  const hint = (raid: Raid) => {
    if (raid === 'no_raid') return t('one')
    const needed = raidDisks[raid]
    if (chosen.length < needed) return t('needs', { needed })
    const bytes = raidBytes[raid](Math.min(...chosen.map(({ bytes }) => bytes)), chosen.length)
    return t(`safe.${raid}`, { size: sizes(bytes / MIB) })
  }
  return (
    <div className="mt-3">
      <RadioGroup
        label={t('label')}
        hideLabel
        className="grid grid-cols-5 gap-2 max-[1280px]:grid-cols-3 phone:grid-cols-1"
      >
        {raids.map((raid) => {
          const why = (template && whyNotInstaller(template, { hdd_raid: raid })?.words) ?? whyNotRaid(raid, there)
          return (
            <span key={raid} className="contents" title={why ? said(why) : undefined}>
              <ChoiceCard
                name="hdd_raid"
                disabled={why !== undefined}
                checked={field.value === raid}
                onChange={() => field.onChange(raid)}
                hint={hint(raid)}
              >
                {t(raid)}
              </ChoiceCard>
            </span>
          )
        })}
      </RadioGroup>
      {template?.installer ? <p className="mt-1.5 text-12 text-fg-3">{t('installer')}</p> : null}
      {values.hdd_raid !== 'no_raid' ? <p className="mt-1.5 text-12 text-fg-3">{t('about')}</p> : null}
      {error}
    </div>
  )
}
