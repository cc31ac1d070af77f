'use client'
import { useTranslations } from 'use-intl'
import type { RunState } from '../../server/domain/schedule/kinds.ts'
import type { Schedule } from '../../server/domain/schedule/schema.ts'
import { useSaid } from '../i18n/said.tsx'
import { State, type StateKind } from '../ui/display/state-mark.tsx'

const kinds = { running: 'run', done: 'ok', failed: 'fault', missed: 'warn' } as const satisfies Record<
  RunState,
  StateKind
>

/** How a run ended, with the reason. */
export function RunMark({ state, reason }: { state: RunState; reason?: string | null }) {
  const t = useTranslations('schedules.states')
  const said = useSaid()
  return (
    <State kind={kinds[state]} {...(reason && { detail: said(reason) })}>
      {t(state)}
    </State>
  )
}

/** How the newest run of a schedule ended; of a disabled one that it is. */
export function ScheduleState({
  schedule: { enabled, last_state },
}: {
  schedule: Pick<Schedule, 'enabled' | 'last_state'>
}) {
  const t = useTranslations('schedules.states')
  if (!enabled) return <State kind="pause">{t('disabled')}</State>
  return last_state ? <RunMark state={last_state} /> : <State kind="off">{t('none')}</State>
}
