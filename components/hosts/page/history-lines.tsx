'use client'
import { useTranslations } from 'use-intl'
import type { z } from 'zod'
import type { historyRecord } from '../../../server/domain/host/record.ts'
import { isTaskStatus, taskKind, useTaskLabels } from '../../tasks/labels.ts'
import { useOpenTask } from '../../tasks/task-drawer.tsx'
import { StateMark } from '../../ui/display/state-mark.tsx'
import { RelativeTime } from '../../ui/display/time.tsx'

export type HistoryEntry = z.infer<typeof historyRecord>

/** Label of an entry: the name of a task, or a note as written. */
export function useHistoryLabels() {
  const words = useTaskLabels()
  return (entry: Pick<HistoryEntry, 'name'>) => (/^[a-z_]+$/.test(entry.name) ? words.name(entry.name) : entry.name)
}

/** Mark of how an entry ended; a note has none of its own. */
export const historyKind = (state: string) => (isTaskStatus(state) ? taskKind(state) : 'off')

/** The newest entries under each other, for the side panel. */
export function HistoryLines({ entries }: { entries: readonly HistoryEntry[] }) {
  const t = useTranslations('hosts')
  const word = useHistoryLabels()
  if (entries.length === 0) return <p className="pb-1 text-12 text-fg-3">{t('history.none')}</p>
  return (
    <ul>
      {entries.map((entry) => (
        <li key={entry.id} className="flex min-h-6 items-center gap-2">
          <StateMark kind={historyKind(entry.state)} />
          <span className="w-21 flex-none text-12 text-fg-3">
            <RelativeTime at={entry.date_create} />
          </span>
          <span className="min-w-0 flex-1 truncate">
            <TaskName entry={entry}>{word(entry)}</TaskName>
          </span>
          <span className="max-w-28 truncate text-12 text-fg-3" title={entry.user}>
            {entry.user?.split('@')[0]}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The name of an entry; pressing it opens its task in the drawer. */
export function TaskName({ entry, children }: { entry: HistoryEntry; children: string }) {
  const [, openTask] = useOpenTask()
  const { task } = entry
  if (task === undefined) return children
  return (
    <button
      type="button"
      onClick={() => void openTask(task)}
      className="max-w-full truncate rounded-xs text-left hover:underline hover:underline-offset-2"
    >
      {children}
    </button>
  )
}
