'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { BulkChosen } from '../../table/bulk.ts'
import { Combobox } from '../../ui/controls/combobox.tsx'
import type { Option } from '../../ui/controls/use-options.ts'
import { ScheduleSummary } from './schedule-summary.tsx'
import { useScheduleLoader } from './use-schedule-loader.ts'

type Props = { chosen: BulkChosen; onChange: (next: BulkChosen) => void }

/** Which schedule gets many VMs, and what it does. */
export default function BulkSchedule({ chosen, onChange }: Props) {
  const t = useTranslations('scheduleCoverage.add')
  const load = useScheduleLoader()
  const [schedule, setSchedule] = useState<Option | null>(null)
  return (
    <div className="flex flex-col gap-2 border-b border-line px-3 py-2.5">
      <div className="flex items-center gap-2">
        <span aria-hidden="true">{t('schedule')}</span>
        <div className="w-64">
          <Combobox
            size="sm"
            aria-label={t('schedule')}
            load={load}
            value={schedule}
            onValueChange={(option) => {
              setSchedule(option)
              onChange({ ...chosen, schedule: Number(option?.value ?? 0) })
            }}
          />
        </div>
      </div>
      {schedule ? <ScheduleSummary id={Number(schedule.value)} /> : null}
    </div>
  )
}
