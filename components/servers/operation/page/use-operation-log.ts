'use client'
import { useTranslations } from 'use-intl'
import type { Operation } from '../../../../server/domain/operation/schema.ts'
import { useSaid } from '../../../i18n/said.tsx'
import { useOperationWords } from '../use-operation-words.ts'

/** All that is known of an operation as lines of text, for a ticket or a mail: times in UTC. */
export function useOperationLog(operation: Operation): string {
  const t = useTranslations('operations')
  const said = useSaid()
  const words = useOperationWords()
  const { steps, status, status_info, ended_at } = operation
  const lines = steps.map(({ name, started_at, ended_at: end, words: own }) => {
    const took = end === null ? [] : [words.span((Date.parse(end) - Date.parse(started_at)) / 1000)]
    return `${started_at}  ${[words.step(name), ...(own === null ? [] : [said(own)]), ...took].join(', ')}`
  })
  const reason = status_info.reason === undefined ? '' : `: ${said(status_info.reason)}`
  return [
    `${words.title(operation)}, ${t('number', { id: operation.id })}`,
    `${operation.created_at}  ${t('by', { who: operation.auth_id })}`,
    ...lines,
    ...(ended_at === null ? [] : [`${ended_at}  ${t(`values.status.${status}`)}${reason}`]),
    '',
  ].join('\n')
}
