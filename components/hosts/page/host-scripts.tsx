'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Host } from '../../../server/domain/host/record.ts'
import { useTRPC } from '../../api/trpc.ts'
import { RelatedList } from '../../resource/related-list.tsx'
import type { Column } from '../../table/columns.ts'
import type { FilterField } from '../../table/filters.ts'
import { isTaskStatus, useTaskLabels } from '../../tasks/labels.ts'
import { Button } from '../../ui/controls/button.tsx'
import { State } from '../../ui/display/state-mark.tsx'
import { RelativeTime } from '../../ui/display/time.tsx'
import type { HostActions } from '../use-host-actions.tsx'
import { type HistoryEntry, historyKind, TaskName } from './history-lines.tsx'

const newest = { field: 'id', desc: true }

/** Scripts that ran in a VM, newest first; pressing one opens its task with the output. */
export function HostScripts({ host, actions }: { host: Host; actions: HostActions }) {
  const t = useTranslations('hosts.scripts')
  const trpc = useTRPC()
  const nameOf = useRunName()
  const run = (
    <Button
      kind="primary"
      disabledReason={actions.disabled('script', host)}
      onClick={() => actions.run('script', host)}
    >
      {t('run')}
    </Button>
  )
  return (
    <div className="flex min-h-0 flex-1 flex-col phone:min-h-120">
      <div className="flex flex-none items-center justify-between gap-4 px-6 pt-3 phone:px-4">
        <p className="max-w-prose text-12 text-fg-3">{t('about')}</p>
        {run}
      </div>
      <RelatedList<HistoryEntry>
        id="host-scripts"
        prefix="s"
        words="hosts.scripts"
        list={trpc.vm.host.history}
        params={{ host_id: host.id }}
        base="name EQ 'host_recipe'"
        sort={newest}
        filters={useMemo<readonly FilterField[]>(
          () => [
            { name: 'user', label: t('user'), type: 'text', nullable: true },
            { name: 'date_create', label: t('when'), type: 'time' },
          ],
          [t],
        )}
        columns={useColumns()}
        rowName={nameOf}
        phone={(entry) => ({
          name: <TaskName entry={entry}>{nameOf(entry)}</TaskName>,
          detail: entry.user,
          state: <RunState of={entry} />,
        })}
      />
    </div>
  )
}

function useColumns(): readonly Column<HistoryEntry>[] {
  const t = useTranslations('hosts.scripts')
  const nameOf = useRunName()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words change with the language alone, as `t` does
  return useMemo<readonly Column<HistoryEntry>[]>(
    () => [
      {
        id: 'script',
        size: 280,
        meta: { label: t('script'), always: true },
        cell: ({ row }) => <TaskName entry={row.original}>{nameOf(row.original)}</TaskName>,
      },
      {
        id: 'state',
        size: 140,
        meta: { label: t('state'), sort: 'state' },
        cell: ({ row }) => <RunState of={row.original} />,
      },
      {
        id: 'user',
        size: 220,
        meta: { label: t('user'), sort: 'user', quiet: true },
        cell: ({ row }) => row.original.user ?? '-',
      },
      {
        id: 'date_create',
        size: 140,
        meta: { label: t('when'), sort: 'date_create', quiet: true },
        cell: ({ row }) => <RelativeTime at={row.original.date_create} />,
      },
    ],
    [t],
  )
}

/** A stored script by its name, as it was then; one that was typed for the run has none. */
function useRunName() {
  const t = useTranslations('hosts.scripts')
  return ({ params }: HistoryEntry) =>
    typeof params.recipe_name === 'string' && params.recipe_name !== '' ? params.recipe_name : t('ownText')
}

function RunState({ of: { state } }: { of: HistoryEntry }) {
  const words = useTaskLabels()
  return isTaskStatus(state) ? <State kind={historyKind(state)}>{words.status(state)}</State> : state
}
