'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { scheduleTypes } from '../../server/domain/schedule/kinds.ts'
import type { Schedule } from '../../server/domain/schedule/schema.ts'
import { neededShape, pickedShape } from '../form/picked.ts'
import type { Option } from '../ui/controls/use-options.ts'
import { type PickedKind, pickedKinds } from './target-loaders.ts'
import { clockOf } from './time-words.ts'

const CLOCK = /^([01]?\d|2[0-3]):([0-5]\d)$/
const picked = z.array(pickedShape)
const targets = {
  clusters: picked,
  nodes: picked,
  hosts: picked,
  presets: picked,
  disks: picked,
  backup_locations: picked,
}

/** What the form asks for besides the schedule's own fields. */
export function useShape() {
  const t = useTranslations('schedules.form')
  return useMemo(
    () => ({
      type: z.enum(scheduleTypes),
      time: z.string().trim().regex(CLOCK, t('timeWrong')),
      day: z.int().min(1).max(31).nullable(),
      week_day: z.string(),
      zone: neededShape(t('zoneMissing')),
      ...targets,
    }),
    [t],
  )
}

/** Hours and minutes of what is typed; null while that is no time. */
export function clockTyped(text: string): { hour: number; minute: number } | null {
  const [, hour, minute] = CLOCK.exec(text.trim()) ?? []
  return hour === undefined || minute === undefined ? null : { hour: Number(hour), minute: Number(minute) }
}

const nothing = Object.fromEntries(pickedKinds.map((kind) => [kind, []])) as unknown as Record<PickedKind, Option[]>

const NIGHTLY: Pick<Schedule, 'type' | 'start_time'> = {
  type: 'daily',
  start_time: { hour: 2, minute: 30, day: null, week_day: null },
}

/** What the form begins with. A new schedule runs at night, on the clock of who makes it. */
export function beginning(record: Schedule | undefined, names = nothing) {
  const { type, start_time: at } = record ?? NIGHTLY
  const zone = record?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  return {
    type,
    time: clockOf(at),
    day: at.day ?? 1,
    week_day: String((at.week_day ?? 0) % 7),
    zone: { value: zone, label: zone },
    ...names,
  }
}

type Values = Record<PickedKind, readonly Option[]> & {
  type: Schedule['type']
  time: string
  day: number | null
  week_day: string
  zone: Option | null
}

/** The body of what the form asks for besides the schedule's own fields. */
export function bodyOf({ type, time, day, week_day, zone, ...values }: Values) {
  const clock = clockTyped(time)
  if (!clock || !zone) throw new Error('a form with such a time is not sent')
  const ids = (kind: PickedKind) => values[kind].map(({ value }) => Number(value))
  return {
    type,
    time_zone: zone.value,
    start_time: {
      ...clock,
      ...(type === 'weekly' && { week_day: Number(week_day) }),
      ...(type === 'monthly' && { day: day ?? 1 }),
    },
    ...{ clusters: ids('clusters'), nodes: ids('nodes'), hosts: ids('hosts'), presets: ids('presets') },
    ...{ disks: ids('disks'), backup_locations: ids('backup_locations') },
  }
}
