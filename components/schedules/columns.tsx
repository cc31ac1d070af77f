'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { scheduleFields } from '../../server/domain/schedule/fields.ts'
import { runStates } from '../../server/domain/schedule/kinds.ts'
import type { Schedule } from '../../server/domain/schedule/schema.ts'
import { paths } from '../paths.ts'
import { useOwnColumns } from '../resource/own-columns.tsx'
import { useOwnFilters } from '../resource/own-filters.ts'
import { NameLink, plainColumn } from '../table/cells.tsx'
import type { Column } from '../table/columns.ts'
import { enumFilter, type FilterField } from '../table/filters.ts'
import { useColumn } from '../table/use-column.ts'
import { RelativeTime } from '../ui/display/time.tsx'
import { Covers, Places } from './covers.tsx'
import { ScheduleState } from './schedule-state.tsx'
import { useScheduleName, useWhen } from './time-words.ts'

export function useScheduleColumns(): readonly Column<Schedule>[] {
  const t = useTranslations('schedules')
  const plain = useColumn('schedules')
  const nameOf = useScheduleName()
  const when = useWhen()
  const { complete } = useOwnColumns<Schedule>(scheduleFields, 'schedules')
  return useMemo(
    () =>
      complete([
        plain('name', 190, (row) => <NameLink href={paths.schedule(row.id)}>{nameOf(row)}</NameLink>, { always: true }),
        plainColumn('last_state', t('fields.state'), 150, (row) => <ScheduleState schedule={row} />),
        plainColumn('type', t('fields.when'), 220, (row) => when({ type: row.type, ...row.start_time })),
        plain('next_run', 130, (row) => row.next_run && <RelativeTime at={row.next_run} />),
        unsorted(plain('covers', 200, (row) => <Covers schedule={row} />)),
        unsorted(plain('backup_locations', 130, (row) => <Places schedule={row} />)),
        plain('last_run', 130, (row) => row.last_run && <RelativeTime at={row.last_run} />, { quiet: true }),
        plain('time_zone', 140, (row) => row.time_zone, { quiet: true, extra: true }),
      ]),
    [t, complete, nameOf, when, plain],
  )
}

/** Without a way to sort by it: it is no single value of the list. */
function unsorted({ meta, ...column }: Column<Schedule>): Column<Schedule> {
  const { sort: _, ...rest } = meta
  return { ...column, meta: rest }
}

export function useScheduleFilters(): readonly FilterField[] {
  const t = useTranslations('schedules')
  const complete = useOwnFilters(scheduleFields, 'schedules')
  return useMemo(
    () => complete([enumFilter('last_state', t('fields.last_state'), runStates, (value) => t(`states.${value}`))]),
    [t, complete],
  )
}
