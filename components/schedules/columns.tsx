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
import type { FilterField } from '../table/filters.ts'
import { RelativeTime } from '../ui/display/time.tsx'
import { Covers, Places } from './covers.tsx'
import { ScheduleState } from './schedule-state.tsx'
import { useScheduleName, useWhen } from './time-words.ts'

export function useScheduleColumns(): readonly Column<Schedule>[] {
  const t = useTranslations('schedules')
  const nameOf = useScheduleName()
  const when = useWhen()
  const { complete } = useOwnColumns<Schedule>(scheduleFields, 'schedules')
  return useMemo(
    () =>
      complete([
        plainColumn(
          'name',
          t('fields.name'),
          190,
          (row) => <NameLink href={paths.schedule(row.id)}>{nameOf(row)}</NameLink>,
          { always: true },
        ),
        plainColumn('last_state', t('fields.state'), 150, (row) => <ScheduleState schedule={row} />),
        plainColumn('type', t('fields.when'), 220, (row) => when({ type: row.type, ...row.start_time })),
        plainColumn('next_run', t('fields.next_run'), 130, (row) => row.next_run && <RelativeTime at={row.next_run} />),
        unsorted(plainColumn('covers', t('fields.covers'), 200, (row) => <Covers schedule={row} />)),
        unsorted(
          plainColumn('backup_locations', t('fields.backup_locations'), 130, (row) => <Places schedule={row} />),
        ),
        plainColumn(
          'last_run',
          t('fields.last_run'),
          130,
          (row) => row.last_run && <RelativeTime at={row.last_run} />,
          {
            quiet: true,
          },
        ),
        plainColumn('time_zone', t('fields.time_zone'), 140, (row) => row.time_zone, { quiet: true, extra: true }),
      ]),
    [t, complete, nameOf, when],
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
    () =>
      complete([
        {
          name: 'last_state',
          label: t('fields.last_state'),
          type: 'enum',
          options: runStates.map((value) => ({ value, label: t(`states.${value}`) })),
        },
      ]),
    [t, complete],
  )
}
