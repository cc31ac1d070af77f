'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { type CoverageState, coverageReasons, coverageStates } from '../../../server/domain/schedule/kinds.ts'
import type { Coverage } from '../../../server/domain/schedule/protection.ts'
import { useTRPC } from '../../api/trpc.ts'
import { paths } from '../../paths.ts'
import { ResourceList } from '../../resource/resource-list.tsx'
import { NameLink, plainColumn } from '../../table/cells.tsx'
import type { Column } from '../../table/columns.ts'
import type { AskedView } from '../../table/counted-views.ts'
import { enumFilter, type FilterField } from '../../table/filters.ts'
import { useColumn } from '../../table/use-column.ts'
import { State } from '../../ui/display/state-mark.tsx'
import { RelativeTime } from '../../ui/display/time.tsx'
import { useScheduleBulk } from '../add-to/use-schedule-bulk.tsx'
import { coverageKinds } from './kinds.ts'
import { ProtectionBar } from './protection-bar.tsx'
import { Reason, useReason } from './reason.tsx'
import { useCoverageActions } from './use-coverage-actions.tsx'

const asked = ['no_backup', 'late', 'no_schedule', 'in_time'] as const
const views: readonly AskedView[] = [
  { key: 'all', filters: [], where: undefined },
  ...asked.map((state) => ({
    key: state,
    filters: [{ field: 'state', op: 'is' as const, values: [state] }],
    where: `state EQ '${state}'`,
  })),
]
const byName = { field: 'name', desc: false }
const HOURS_OF_DAY = 24

/** Which VMs are protected by backups, which are not, and why. */
export function CoveragePage() {
  const trpc = useTRPC()
  const reasonOf = useReason()
  return (
    <ResourceList<Coverage>
      id="schedule-coverage"
      words="scheduleCoverage"
      csv="vm/schedule_coverage"
      list={trpc.vm.schedule.coverage}
      sort={byName}
      notice={<ProtectionBar />}
      views={views}
      filters={useCoverageFilters()}
      columns={useCoverageColumns()}
      actions={useCoverageActions()}
      bulk={useScheduleBulk<Coverage>()}
      mostChosen={5000}
      rowHref={(host) => paths.host(host.id)}
      phone={(host) => ({
        detail: reasonOf(host) ?? host.account.email,
        state: <CoverageMark state={host.state} />,
      })}
    />
  )
}

function CoverageMark({ state }: { state: CoverageState }) {
  const t = useTranslations('scheduleCoverage.states')
  return <State kind={coverageKinds[state]}>{t(state)}</State>
}

function useCoverageColumns(): readonly Column<Coverage>[] {
  const t = useTranslations('scheduleCoverage')
  const plain = useColumn('scheduleCoverage')
  return useMemo(
    () => [
      plain('name', 150, ({ id, name }) => <NameLink href={paths.host(id)}>{name}</NameLink>, { always: true }),
      plain('state', 170, ({ state }) => <CoverageMark state={state} />),
      plain('reason', 260, (host) => host.reason && <Reason of={host} />),
      plain('last_backup', 110, ({ last_backup: at }) => at && <RelativeTime at={at} />),
      plain('promised_hours', 90, ({ promised_hours: hours }) =>
        hours === null
          ? ''
          : hours % HOURS_OF_DAY === 0
            ? t('promise', { days: hours / HOURS_OF_DAY })
            : t('promiseHours', { hours }),
      ),
      plain('schedules', 85, ({ schedules }) => schedules, { right: true }),
      plainColumn('cluster.name', t('fields.cluster'), 110, ({ cluster }) => cluster.name, { quiet: true }),
      plainColumn('account.email', t('fields.account'), 150, ({ account }) => account.email, { quiet: true }),
    ],
    [t, plain],
  )
}

function useCoverageFilters(): readonly FilterField[] {
  const t = useTranslations('scheduleCoverage')
  return useMemo(
    () => [
      enumFilter('state', t('fields.state'), coverageStates, (value) => t(`states.${value}`)),
      enumFilter('reason', t('fields.reason'), coverageReasons, (value) => t(`reasonNames.${value}`)),
    ],
    [t],
  )
}
