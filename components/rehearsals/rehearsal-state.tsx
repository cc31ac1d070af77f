'use client'
import { useFormatter, useTranslations } from 'use-intl'
import type { Rehearsal } from '../../server/domain/rehearsal/schema.ts'
import { useSaid } from '../i18n/said.tsx'
import { State, type StateKind } from '../ui/display/state-mark.tsx'

const kinds = {
  ...{ waiting: 'off', running: 'run', passed: 'ok', failed: 'fault', cancelled: 'off' },
} as const satisfies Record<Rehearsal['state'], StateKind>

/** What came of a rehearsal, with the reason of a failure. */
export function RehearsalState({ rehearsal: { state, reason } }: { rehearsal: Pick<Rehearsal, 'state' | 'reason'> }) {
  const t = useTranslations('rehearsals.values.state')
  const said = useSaid()
  return (
    <State kind={kinds[state]} {...(reason !== null && { detail: said(reason) })}>
      {t(state)}
    </State>
  )
}

/** What answered, and after how long; null when nothing did. */
export function useAnswerWords() {
  const t = useTranslations('rehearsals')
  const format = useFormatter()
  return ({ answered_by, answer_ms }: Pick<Rehearsal, 'answered_by' | 'answer_ms'>): string | null =>
    answered_by === null || answer_ms === null
      ? null
      : t(`answered.${answered_by}`, { seconds: format.number(answer_ms / 1000, { maximumFractionDigits: 0 }) })
}
