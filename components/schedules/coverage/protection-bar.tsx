'use client'
import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import { type CoverageState, coverageStates } from '../../../server/domain/schedule/kinds.ts'
import { Loaded } from '../../api/loaded.tsx'
import { useTRPC } from '../../api/trpc.ts'
import { StateMark } from '../../ui/display/state-mark.tsx'
import { coverageKinds } from './kinds.ts'

const bars = {
  ...{ no_backup: 'bg-fault-solid', late: 'bg-warn-solid', no_schedule: 'bg-off-solid' },
  ...{ waits: 'bg-line-strong', in_time: 'bg-ok-solid' },
} as const satisfies Record<CoverageState, string>
const bestFirst = [...coverageStates].reverse()

/** How many VMs are protected as promised, and how the others are, as one bar. */
export function ProtectionBar() {
  const t = useTranslations('scheduleCoverage')
  const format = useFormatter()
  const query = useQuery(useTRPC().vm.schedule.coverageSums.queryOptions({}))
  return (
    <div className="px-6 py-2 phone:px-4">
      <Loaded query={query} rows={1} label={t('title')} unread={t('sumsUnread')}>
        {(sums) => {
          const all = coverageStates.reduce((sum, state) => sum + sums[state], 0)
          const there = bestFirst.filter((state) => sums[state] > 0)
          return all === 0 ? null : (
            <figure>
              <figcaption className="font-semibold" title={t('protectedHint')}>
                {t('protected', { protected: sums.in_time, count: all })}
              </figcaption>
              <div aria-hidden="true" className="my-1.5 flex h-2 max-w-160 gap-px overflow-hidden rounded-xs">
                {there.map((state) => (
                  <i key={state} className={bars[state]} style={{ flexGrow: sums[state], minWidth: 3 }} />
                ))}
              </div>
              <ul className="flex flex-wrap gap-x-4 gap-y-1 text-12 text-fg-2">
                {there.map((state) => (
                  <li key={state} className="flex items-center gap-1.5">
                    <StateMark kind={coverageKinds[state]} />
                    {t(`states.${state}`)} <span className="num">{format.number(sums[state])}</span>
                  </li>
                ))}
              </ul>
            </figure>
          )
        }}
      </Loaded>
    </div>
  )
}
