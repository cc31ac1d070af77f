'use client'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import type { Schedule } from '../../server/domain/schedule/schema.ts'
import { faultToast } from '../api/fault-toast.ts'
import type { Option } from '../ui/controls/use-options.ts'
import { ScheduleForm } from './schedule-form.tsx'
import { type PickedKind, pickedKinds, useTargetLoaders } from './target-loaders.ts'

/** Reads the names of what the schedule names, then draws its form: pickers show names, and a schedule has ids. */
export function EditSchedule({ schedule, onClose }: { schedule: Schedule; onClose: () => void }) {
  const t = useTranslations('schedules')
  const loaders = useTargetLoaders()
  const { data, error } = useQuery({
    queryKey: ['schedule targets', schedule.id, schedule.version],
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const read = pickedKinds.map(async (kind) => {
        const ids = schedule[kind]
        const known = ids.length > 0 ? await loaders[kind].resolve(ids.map(String), signal) : []
        // In the order of the schedule: the first backup location is the one that is written.
        return [
          kind,
          ids.map((id) => known.find(({ value }) => value === String(id)) ?? { value: String(id), label: `#${id}` }),
        ] as const
      })
      return Object.fromEntries(await Promise.all(read)) as Record<PickedKind, Option[]>
    },
  })
  useEffect(() => {
    if (!error) return
    faultToast(t('form.noNames'))(error)
    onClose()
  }, [error, onClose, t])
  return data ? <ScheduleForm record={schedule} picked={data} onClose={onClose} /> : null
}
