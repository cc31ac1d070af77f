'use client'
import { useMutation } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Host } from '../../../server/domain/host/record.ts'
import { faultToast } from '../../api/fault-toast.ts'
import { useTRPC } from '../../api/trpc.ts'
import { RelatedList } from '../../resource/related-list.tsx'
import type { Column } from '../../table/columns.ts'
import type { FilterField } from '../../table/filters.ts'
import { isTaskStatus, plainName, useTaskLabels } from '../../tasks/labels.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Input } from '../../ui/controls/input.tsx'
import { gib } from '../../ui/display/size.ts'
import { State } from '../../ui/display/state-mark.tsx'
import { RelativeTime } from '../../ui/display/time.tsx'
import { type HistoryEntry, historyKind, TaskName, useHistoryLabels } from './history-lines.tsx'

const newest = { field: 'id', desc: true }

/** All actions on a VM, newest first, with notes of users. */
export function HostHistory({ host }: { host: Host }) {
  const t = useTranslations('hosts')
  const trpc = useTRPC()
  const word = useHistoryLabels()
  const fields = useMemo<readonly FilterField[]>(
    () => [
      { name: 'user', label: t('history.user'), type: 'text', nullable: true },
      { name: 'date_create', label: t('history.when'), type: 'time' },
    ],
    [t],
  )
  return (
    <div className="flex min-h-0 flex-1 flex-col phone:min-h-120">
      <AddNote hostId={host.id} />
      <RelatedList<HistoryEntry>
        id="host-history"
        prefix="h"
        title={t('tabs.history')}
        words="hosts.history"
        list={trpc.vm.host.history}
        params={{ host_id: host.id }}
        sort={newest}
        filters={fields}
        columns={useColumns()}
        rowName={word}
        phone={(entry) => ({ detail: entry.user, state: <RelativeTime at={entry.date_create} /> })}
      />
    </div>
  )
}

function useColumns(): readonly Column<HistoryEntry>[] {
  const t = useTranslations('hosts')
  const words = useTaskLabels()
  const word = useHistoryLabels()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words change with the language alone, as `t` does
  return useMemo<readonly Column<HistoryEntry>[]>(
    () => [
      {
        id: 'name',
        size: 240,
        meta: { label: t('history.what'), sort: 'name', always: true },
        cell: ({ row }) => <TaskName entry={row.original}>{word(row.original)}</TaskName>,
      },
      {
        id: 'state',
        size: 140,
        meta: { label: t('fields.state'), sort: 'state' },
        cell: ({ row: { original } }) =>
          isTaskStatus(original.state) ? (
            <State kind={historyKind(original.state)}>{words.status(original.state)}</State>
          ) : (
            original.state
          ),
      },
      {
        id: 'user',
        size: 200,
        meta: { label: t('history.user'), sort: 'user', quiet: true },
        cell: ({ row }) => row.original.user ?? '-',
      },
      {
        id: 'params',
        size: 280,
        meta: { label: t('history.params'), quiet: true },
        cell: ({ row }) => <Params of={row.original.params} />,
      },
      {
        id: 'date_create',
        size: 120,
        meta: { label: t('history.when'), sort: 'date_create', quiet: true },
        cell: ({ row }) => <RelativeTime at={row.original.date_create} />,
      },
    ],
    [t],
  )
}

/** `{cpu_number: 2, os: 'Debian'}` as a person would jot it down: "vCPU 2, System Debian". */
function Params({ of }: { of: HistoryEntry['params'] }) {
  const t = useTranslations('hosts')
  const units = useTranslations('ui.units')
  const format = useFormatter()
  const word = (name: string) => (t.has(`params.${name}` as never) ? t(`params.${name}` as never) : plainName(name))
  const figure = (name: string, value: unknown) => {
    if (typeof value === 'boolean') return t(value ? 'history.yes' : 'history.no')
    if (typeof value !== 'number') return String(value)
    if (!name.endsWith('_mib')) return String(value)
    return `${format.number(gib(value), { maximumFractionDigits: 1 })} ${units('GiB')}`
  }
  const pairs = Object.entries(of ?? {}).filter(([, value]) => value !== null && typeof value !== 'object')
  const text = pairs.map(([name, value]) => `${word(name)} ${figure(name, value)}`).join(', ') || '-'
  return <span title={text}>{text}</span>
}

function AddNote({ hostId }: { hostId: number }) {
  const t = useTranslations('hosts')
  const trpc = useTRPC()
  const [text, setText] = useState('')
  const add = useMutation(
    trpc.vm.host.addHistory.mutationOptions({
      onSuccess: () => setText(''),
      onError: faultToast(t('history.notAdded')),
    }),
  )
  const name = text.trim()
  return (
    <form
      className="flex flex-none gap-2 px-6 pt-3 phone:px-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (name && !add.isPending) add.mutate({ params: { host_id: hostId }, body: { name } })
      }}
    >
      <Input
        aria-label={t('history.note')}
        placeholder={t('history.note')}
        maxLength={255}
        value={text}
        onChange={(event) => setText(event.target.value)}
        boxClassName="max-w-120 flex-1"
      />
      <Button type="submit" busy={add.isPending} disabledReason={name ? undefined : t('history.noteFirst')}>
        {t('history.add')}
      </Button>
    </form>
  )
}
