'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { runStates } from '../../../server/domain/schedule/kinds.ts'
import type { Schedule, ScheduleRun } from '../../../server/domain/schedule/schema.ts'
import { useTRPC } from '../../api/trpc.ts'
import { useSaid } from '../../i18n/said.tsx'
import { RelatedList } from '../../resource/related-list.tsx'
import { plainColumn } from '../../table/cells.tsx'
import type { Column } from '../../table/columns.ts'
import { enumFilter, type FilterField } from '../../table/filters.ts'
import { useColumn } from '../../table/use-column.ts'
import { ExactTime } from '../../ui/display/time.tsx'
import { RunMark } from '../schedule-state.tsx'

const newest = { field: 'planned_for', desc: true }

/** What a schedule has done, and what it has missed. */
export function ScheduleRuns({ schedule }: { schedule: Schedule }) {
  const t = useTranslations('scheduleRuns')
  const trpc = useTRPC()
  return (
    <RelatedList<ScheduleRun>
      id="schedule.runs"
      words="scheduleRuns"
      list={trpc.vm.schedule.runs}
      base={`schedule EQ ${schedule.id}`}
      sort={newest}
      filters={useRunFilters()}
      columns={useRunColumns()}
      rowName={(run) => run.planned_for}
      phone={(run) => ({
        name: <ExactTime at={run.planned_for} />,
        detail: t('counts', { done: run.done, disks: run.disks }),
        state: <RunMark state={run.state} reason={run.reason} />,
      })}
    />
  )
}

function useRunColumns(): readonly Column<ScheduleRun>[] {
  const t = useTranslations('scheduleRuns')
  const plain = useColumn('scheduleRuns')
  const said = useSaid()
  return useMemo(
    () => [
      plain('planned_for', 210, (run) => <ExactTime at={run.planned_for} />, { always: true }),
      plain('state', 130, (run) => <RunMark state={run.state} />),
      plainColumn(
        'done',
        t('fields.disks'),
        100,
        (run) => run.state !== 'missed' && t('counts', { done: run.done, disks: run.disks }),
        { right: true },
      ),
      plain('reason', 380, (run) => run.reason && said(run.reason)),
      plain('started_by', 120, (run) => t(`by.${run.started_by}`), { quiet: true }),
      plain('ended_at', 190, (run) => run.ended_at && <ExactTime at={run.ended_at} />, { quiet: true }),
    ],
    [t, said, plain],
  )
}

function useRunFilters(): readonly FilterField[] {
  const t = useTranslations('scheduleRuns')
  const states = useTranslations('schedules.states')
  return useMemo(() => [enumFilter('state', t('fields.state'), runStates, (value) => states(value))], [t, states])
}
