'use client'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Repository } from '../../server/domain/repository/schema.ts'
import { useSaid } from '../i18n/said.tsx'
import { useTaskOf } from '../shell/use-running-tasks.ts'
import { State } from '../ui/display/state-mark.tsx'

/** Why a repository cannot be read. What the state says already is left out, so that the cause itself is seen. */
export function useCauseOf(): (fault: string) => string {
  const said = useSaid()
  return useCallback(
    (fault) => said(fault).replace(/^(The repository cannot be read|Репозиторий прочитать нельзя): /, ''),
    [said],
  )
}

/** State of a repository in a line: being read, readable, or why not. */
export function RepositoryState({ repository, bare }: { repository: Repository; bare?: boolean }) {
  const t = useTranslations('images.states')
  const said = useSaid()
  const causeOf = useCauseOf()
  const task = useTaskOf()('repository', repository.id)
  if (task || repository.state === 'checking') {
    return (
      <State kind="run" {...(!bare && task?.message && { detail: said(task.message) })}>
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
