'use client'
import { useTranslations } from 'use-intl'
import type { Operation } from '../../../server/domain/operation/schema.ts'
import { useSaid } from '../../i18n/said.tsx'
import { StateBadge } from '../../ui/display/badge.tsx'
import { State, type StateKind } from '../../ui/display/state-mark.tsx'
import { useOperationWords } from './use-operation-words.ts'

const kinds = {
  ...{ created: 'run', running: 'run', ok: 'ok', fail: 'fault', cancelled: 'off' },
} as const satisfies Record<Operation['status'], StateKind>

/** How far an operation is in a line, or what came of it, with the cause. */
export function OperationState({ operation }: { operation: Operation }) {
  const t = useTranslations('operations')
  const said = useSaid()
  const words = useOperationWords()
  const { status, status_info, percent } = operation
  const step = operation.steps.at(-1)
  const detail =
    status === 'running' && step
      ? t('stepAndPercent', { step: words.step(step.name), percent })
      : status_info.reason && said(status_info.reason)
  return (
    <State kind={kinds[status]} detail={detail}>
      {t(`values.status.${status}`)}
    </State>
  )
}

/** State of the operation that a page is about, with the step at which it is or ended. @param total steps it usually has */
export function OperationBadge({ operation, total }: { operation: Operation; total: number }) {
  const t = useTranslations('operations')
  const words = useOperationWords()
  const { status, steps } = operation
  const last = steps.at(-1)
  return (
    <StateBadge kind={kinds[status]}>
      {last && (status === 'running' || status === 'fail')
        ? t(`badge.${status}`, { step: words.step(last.name), at: steps.length, total: Math.max(total, steps.length) })
        : t(`values.status.${status}`)}
    </StateBadge>
  )
}
