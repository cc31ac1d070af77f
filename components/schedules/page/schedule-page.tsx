'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Schedule } from '../../../server/domain/schedule/schema.ts'
import { ObjectGate } from '../../api/object-gate.tsx'
import { useTRPC } from '../../api/trpc.ts'
import { paths } from '../../paths.ts'
import { ObjectPage } from '../../resource/object-page.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { WithSidePanel } from '../../ui/layout/section.tsx'
import { ScheduleState } from '../schedule-state.tsx'
import { useScheduleName, useWhen } from '../time-words.ts'
import { useScheduleActions } from '../use-schedule-actions.tsx'
import { ScheduleFacts } from './schedule-facts.tsx'
import { ScheduleRuns } from './schedule-runs.tsx'

/** One schedule: what it has done, what it will do, and what it keeps. */
export function SchedulePage({ id }: { id: number }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.vm.schedule.get.queryOptions({ params: { schedule_id: id } }))
  return <ObjectGate query={query}>{(schedule) => <Page schedule={schedule} />}</ObjectGate>
}

function Page({ schedule }: { schedule: Schedule }) {
  const t = useTranslations('schedules')
  const nameOf = useScheduleName()
  const when = useWhen()
  const actions = useScheduleActions()
  return (
    <ObjectPage
      name={nameOf(schedule)}
      sub={when({ type: schedule.type, ...schedule.start_time })}
      badges={<ScheduleState schedule={schedule} />}
      actions={
        <>
          <Button busy={schedule.last_state === 'running'} onClick={() => void actions.run(schedule)}>
            {t('run')}
          </Button>
          {actions.editButton(schedule)}
        </>
      }
      entries={actions.entries(schedule)}
      below={schedule.comment ? <p className="max-w-160 truncate text-12 text-fg-2">{schedule.comment}</p> : undefined}
      href={() => paths.schedule(schedule.id)}
      tabs={{
        overview: {
          show: () => (
            <WithSidePanel label={t('page.facts')} side={<ScheduleFacts schedule={schedule} />}>
              <ScheduleRuns schedule={schedule} />
            </WithSidePanel>
          ),
        },
      }}
    >
      {actions.dialogs}
    </ObjectPage>
  )
}
