'use client'
import Link from 'next/link'
import { useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Host } from '../../server/domain/host/record.ts'
import { useMe } from '../api/me.tsx'
import { paths } from '../paths.ts'
import { useTaskOf } from '../shell/use-running-tasks.ts'
import type { Column } from '../table/columns.ts'
import { Meter } from '../ui/progress.tsx'
import { StateMark } from '../ui/state-mark.tsx'
import { Duration, RelativeTime } from '../ui/time.tsx'
import { addressesOf, gib, shareOf } from './host-sizes.ts'
import { HostState } from './host-state.tsx'

const quiet = <span className="text-fg-3">-</span>

/** The columns of machines; `extra` ones wait in the chooser. Whose a machine is only administrators need to see. */
export function useHostColumns(): readonly Column<Host>[] {
  const t = useTranslations('hosts')
  const format = useFormatter()
  const { isAdmin } = useMe()
  return useMemo(() => {
    const size = (mib: number) => format.number(gib(mib), { maximumFractionDigits: 1 })
    const all: (Column<Host> | false)[] = [
      {
        id: 'name',
        size: 124,
        meta: { label: t('fields.name'), sort: 'name', always: true },
        cell: ({ row }) => <HostName host={row.original} />,
      },
      {
        id: 'state',
        size: 162,
        meta: { label: t('fields.state'), sort: 'state' },
        cell: ({ row }) => <StateCell host={row.original} />,
      },
      {
        id: 'node',
        size: 98,
        meta: { label: t('fields.node'), sort: 'node.name', quiet: true },
        cell: ({ row }) => row.original.node?.name ?? quiet,
      },
      {
        id: 'cluster',
        size: 110,
        meta: { label: t('fields.cluster'), sort: 'cluster.name', quiet: true, extra: true },
        cell: ({ row }) => row.original.cluster.name,
      },
      {
        id: 'os',
        size: 130,
        meta: { label: t('fields.os'), sort: 'os_name', quiet: true },
        cell: ({ row }) => row.original.os_name ?? quiet,
      },
      {
        id: 'cpu_number',
        size: 46,
        meta: { label: t('fields.cpu_number'), sort: 'cpu_number', right: true },
        cell: ({ row }) => format.number(row.original.cpu_number),
      },
      {
        id: 'ram_mib',
        size: 68,
        meta: { label: t('fields.ram_gib'), sort: 'ram_mib', right: true },
        cell: ({ row }) => size(row.original.ram_mib),
      },
      {
        id: 'disk',
        size: 72,
        meta: { label: t('fields.disk_gib'), sort: 'disk.disk_mib', right: true },
        cell: ({ row }) => (row.original.disk ? size(row.original.disk.disk_mib) : quiet),
      },
      {
        id: 'ip',
        size: 104,
        meta: { label: t('fields.ip'), sort: 'ip_summary', mono: true },
        cell: ({ row }) => <Addresses host={row.original} />,
      },
      isAdmin && {
        id: 'account',
        size: 112,
        meta: { label: t('fields.account'), sort: 'account.email', quiet: true },
        cell: ({ row }) => row.original.account?.email ?? quiet,
      },
      {
        id: 'cpu_percent',
        size: 78,
        meta: { label: t('fields.cpu_percent'), sort: 'cpu_percent', right: true },
        cell: ({ row }) => (
          <Share percent={running(row.original) ? row.original.cpu_percent : null} label={t('fields.cpu_percent')} />
        ),
      },
      {
        id: 'ram_percent',
        size: 78,
        meta: { label: t('fields.ram_percent'), sort: 'ram_used_mib', right: true },
        cell: ({ row }) => (
          <Share
            percent={running(row.original) ? shareOf(row.original.ram_used_mib, row.original.ram_mib) : null}
            label={t('fields.ram_percent')}
          />
        ),
      },
      {
        id: 'uptime',
        size: 60,
        meta: { label: t('fields.uptime'), sort: 'uptime', right: true, quiet: true },
        cell: ({ row }) => (row.original.uptime === null ? quiet : <Duration seconds={row.original.uptime} />),
      },
      {
        id: 'domain',
        size: 150,
        meta: { label: t('fields.domain'), sort: 'domain', quiet: true, extra: true },
        cell: ({ row }) => row.original.domain ?? quiet,
      },
      {
        id: 'comment',
        size: 160,
        meta: { label: t('fields.comment'), sort: 'comment', quiet: true, extra: true },
        cell: ({ row }) => row.original.comment ?? quiet,
      },
      {
        id: 'create_date',
        size: 96,
        meta: { label: t('fields.create_date'), sort: 'create_date', quiet: true, extra: true },
        cell: ({ row }) =>
          row.original.create_date === null ? quiet : <RelativeTime at={row.original.create_date} ago />,
      },
      {
        id: 'id',
        size: 64,
        meta: { label: t('fields.id'), sort: 'id', right: true, quiet: true, extra: true },
        cell: ({ row }) => row.original.id,
      },
    ]
    return all.filter((column) => column !== false)
  }, [t, format, isAdmin])
}

const running = (host: Host) => host.state === 'active'

function HostName({ host }: { host: Host }) {
  const t = useTranslations('hosts')
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <Link
        href={paths.host(host.id)}
        tabIndex={-1}
        prefetch={false}
        className={
          host.state === 'deleting'
            ? 'truncate text-fg-3 line-through'
            : 'truncate hover:underline hover:underline-offset-2'
        }
      >
        {host.name}
      </Link>
      {host.is_protected ? <StateMark kind="locked" label={t('protected')} /> : null}
    </span>
  )
}

function StateCell({ host }: { host: Host }) {
  return <HostState host={host} task={useTaskOf()('host', host.id)} brief />
}

function Addresses({ host }: { host: Host }) {
  const [first, ...more] = addressesOf(host)
  if (first === undefined) return quiet
  return (
    <span title={[first, ...more].join('\n')}>
      {first}
      {more.length > 0 ? <span className="ml-1 text-fg-3">+{more.length}</span> : null}
    </span>
  )
}

function Share({ percent, label }: { percent: number | null; label: string }) {
  if (percent === null) return quiet
  return (
    <span className="inline-flex items-center gap-1.5">
      {percent}
      <Meter used={percent} of={100} label={label} className="w-9" />
    </span>
  )
}
