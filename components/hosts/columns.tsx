'use client'
import { useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { hostFields } from '../../server/domain/host/fields.ts'
import type { Host } from '../../server/domain/host/record.ts'
import { useMe } from '../api/me.tsx'
import { useUnits } from '../figures/units.ts'
import { useHealthColumn } from '../health/health-column.tsx'
import { paths } from '../paths.ts'
import { useOwnColumns } from '../resource/own-columns.tsx'
import { useTaskOf } from '../shell/use-running-tasks.ts'
import { plainColumn, quiet } from '../table/cells.tsx'
import type { Column } from '../table/columns.ts'
import { useColumn } from '../table/use-column.ts'
import { Link } from '../ui/controls/link.tsx'
import { Meter } from '../ui/display/progress.tsx'
import { gib } from '../ui/display/size.ts'
import { StateMark } from '../ui/display/state-mark.tsx'
import { Duration, RelativeTime } from '../ui/display/time.tsx'
import { addressesOf, shareOf } from './host-sizes.ts'
import { HostState } from './host-state.tsx'

/**
 * The columns of VMs; `extra` ones are in the chooser. Only administrators see the owner of a VM.
 * @param causes give the place of sizes and loads to the cause of a state
 */
export function useHostColumns(causes = false): readonly Column<Host>[] {
  const t = useTranslations('hosts')
  const plain = useColumn('hosts')
  const format = useFormatter()
  const { isAdmin } = useMe()
  const units = useUnits()
  const health = useHealthColumn<Host>()
  const { complete } = useOwnColumns<Host>(hostFields, 'hosts')
  return useMemo(() => {
    const size = (mib: number) => format.number(gib(mib), { maximumFractionDigits: 1 })
    return complete([
      plain('name', 116, (row) => <HostName host={row} />, { always: true }),
      plain('state', causes ? 500 : 150, (row) => <StateCell host={row} />),
      { ...health, meta: { ...health.meta, extra: true } },
      plain('node', 98, (row) => row.node?.name, { sort: 'node.name', quiet: true }),
      plain('cluster', 110, (row) => row.cluster.name, { sort: 'cluster.name', quiet: true, extra: true }),
      plain('os', 136, (row) => row.os_name, { sort: 'os_name', quiet: true }),
      plain('preset', 120, (row) => row.preset?.name, { sort: 'preset.name', quiet: true, extra: true }),
      plain('cpu_number', 48, (row) => format.number(row.cpu_number), { right: true, extra: causes }),
      plainColumn('ram_mib', t('fields.ram_gib'), 68, (row) => size(row.ram_mib), { right: true, extra: causes }),
      plainColumn('disk', t('fields.disk_gib'), 68, (row) => (row.disk ? size(row.disk.disk_mib) : quiet), {
        sort: 'disk.disk_mib',
        right: true,
        extra: causes,
      }),
      plain('ip', 114, (row) => <Addresses host={row} />, { sort: 'ip_summary', mono: true }),
      isAdmin && plain('account', 150, (row) => row.account?.email, { sort: 'account.email', quiet: true }),
      plain(
        'cpu_percent',
        56,
        (row) => <Share percent={running(row) ? row.cpu_percent : null} label={t('fields.cpu_percent')} />,
        { right: true, extra: causes },
      ),
      plain(
        'ram_percent',
        58,
        (row) => (
          <Share
            percent={running(row) ? shareOf(row.ram_used_mib, row.ram_mib) : null}
            label={t('fields.ram_percent')}
          />
        ),
        { sort: 'ram_used_mib', right: true, extra: causes },
      ),
      plain(
        'disk_percent',
        62,
        (row) => <Share percent={running(row) ? row.disk_percent : null} label={t('fields.disk_percent')} />,
        { right: true, extra: true },
      ),
      plain('disk_now', 90, (row) => rateOf(row.disk_now, units.bytes), { right: true, quiet: true, extra: true }),
      plain('net_now', 90, (row) => rateOf(row.net_now, units.bits), { right: true, quiet: true, extra: true }),
      plain('uptime', 58, (row) => (row.uptime === null ? quiet : <Duration seconds={row.uptime} />), {
        right: true,
        quiet: true,
        extra: causes,
      }),
      plain('create_date', 96, (row) => (row.create_date === null ? quiet : <RelativeTime at={row.create_date} />), {
        quiet: true,
        extra: true,
      }),
    ])
  }, [t, complete, format, isAdmin, health, causes, units, plain])
}

const rateOf = (value: number | null, words: (value: number) => string) => (value === null ? quiet : words(value))

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
      {host.extended_protection ? (
        <StateMark kind="locked" label={t('fields.extended_protection')} />
      ) : host.is_protected ? (
        <StateMark kind="locked" label={t('fields.is_protected')} />
      ) : null}
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
    <span className="relative inline-block w-9">
      {percent}
      <span className="absolute inset-x-0 -bottom-0.5">
        <Meter used={percent} of={100} label={label} />
      </span>
    </span>
  )
}
