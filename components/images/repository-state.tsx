'use client'
import { useTranslations } from 'use-intl'
import type { Repository } from '../../server/domain/repository/schema.ts'
import { useTaskOf } from '../shell/use-running-tasks.ts'
import { State } from '../ui/state-mark.tsx'

/** What the state says already is left out, so that the cause itself is seen. */
export const causeOf = (fault: string): string => fault.replace(/^The repository cannot be read: /, '')

/** State of a repository in a line: being read, readable, or why not. */
export function RepositoryState({ repository, bare }: { repository: Repository; bare?: boolean }) {
  const t = useTranslations('images.states')
  const task = useTaskOf()('repository', repository.id)
  if (task || repository.state === 'checking') {
    return (
      <State kind="run" {...(!bare && task?.message && { detail: task.message })}>
        {t('checking')}
      </State>
    )
  }
  if (repository.state === 'active') return <State kind="on">{t('active')}</State>
  return (
    <State kind="fault" {...(!bare && repository.fault && { detail: causeOf(repository.fault) })}>
      {t('unavailable')}
    </State>
  )
}
