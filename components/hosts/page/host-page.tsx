'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Host } from '../../../server/domain/host/record.ts'
import { apiFault } from '../../api/fault.ts'
import { readEvery } from '../../api/readings.ts'
import { useTRPC } from '../../api/trpc.ts'
import { lazyTab } from '../../figures/lazy-tab.tsx'
import { HealthBadge } from '../../health/health-state.tsx'
import { paths } from '../../paths.ts'
import { ObjectPage } from '../../resource/object-page.tsx'
import { usePageTab } from '../../resource/object-tabs.ts'
import { useTaskOf } from '../../shell/use-running-tasks.ts'
import { useTitle } from '../../shell/use-title.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { StateBadge } from '../../ui/display/badge.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { Skeleton, SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { commandIcons } from '../command-icons.tsx'
import { HostConsoleTab } from '../console/host-console-tab.tsx'
import { HostDisks } from '../disks/host-disks.tsx'
import type { HostCommand } from '../host-rules.ts'
import { HostBadge } from '../host-state.tsx'
import { type HostActions, useHostActions } from '../use-host-actions.tsx'
import { HostHistory } from './host-history.tsx'
import { HostOverview } from './host-overview.tsx'
import { HostPath } from './host-path.tsx'
import { HostWatchers } from './host-watchers.tsx'

const HostResources = lazyTab(() => import('./host-resources.tsx').then((m) => m.HostResources))
const HostNetwork = lazyTab(() => import('../network/host-network.tsx').then((m) => m.HostNetwork))
const HostSnapshots = lazyTab(() => import('../snapshots/host-snapshots.tsx').then((m) => m.HostSnapshots))
const HostBackups = lazyTab(() => import('../backups/host-backups.tsx').then((m) => m.HostBackups))
const HostSystem = lazyTab(() => import('./host-system.tsx').then((m) => m.HostSystem))
const HostScripts = lazyTab(() => import('./host-scripts.tsx').then((m) => m.HostScripts))
const HostFigures = lazyTab(() => import('./host-figures.tsx').then((m) => m.HostFigures))

const hostTabs = [
  'overview',
  'console',
  'resources',
  'disks',
  'network',
  'snapshots',
  'backups',
  'system',
  'scripts',
  'figures',
  'history',
] as const
type HostTab = (typeof hostTabs)[number]

/** One virtual machine: head, tabs, and what each shows. */
export function HostPage({ id }: { id: number }) {
  const t = useTranslations('hosts')
  const trpc = useTRPC()
  const query = useQuery(
    trpc.vm.host.get.queryOptions({ params: { host_id: id } }, { refetchInterval: readEvery.load }),
  )
  const host = query.data
  useTitle(host?.name)
  const fault = query.error ? apiFault(query.error) : null
  // A deleted VM must not be shown in its last state.
  const gone = fault?.http === 404
  if (host && !gone) return <Page host={host} />
  if (!fault) return <Loading label={t('page.loading')} />
  return (
    <div className="px-6 py-4 phone:px-4">
      <h1 className="sr-only">{host ? host.name : t('page.missing', { id })}</h1>
      {gone ? (
        <EmptyState
          title={host ? t('page.deleted', { name: host.name }) : t('page.missing', { id })}
          actions={
            <Button asChild>
              <Link href={paths.hosts()}>{t('page.toList')}</Link>
            </Button>
          }
        >
          {host ? t('page.deletedHint') : t('page.missingHint')}
        </EmptyState>
      ) : (
        <ErrorState
          title={t('page.unread')}
          cause={fault.msg}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        />
      )}
    </div>
  )
}

function Page({ host }: { host: Host }) {
  const t = useTranslations('hosts')
  const tab = usePageTab(hostTabs)
  const actions = useHostActions()
  const task = useTaskOf()('host', host.id)
  const addresses = host.ip4.length + host.ip6.length
  return (
    <ObjectPage
      name={host.name}
      badges={
        <>
          <HostBadge host={host} task={task} />
          {saysHealth(host) ? null : <HealthBadge health={host.health} />}
          {host.rescue_mode ? <StateBadge kind="warn">{t('rescue.badge')}</StateBadge> : null}
          {host.is_protected ? <StateBadge kind="locked">{t('fields.is_protected')}</StateBadge> : null}
          {host.extended_protection ? <StateBadge kind="locked">{t('fields.extended_protection')}</StateBadge> : null}
          {tab === 'console' ? null : <HostWatchers hostId={host.id} />}
        </>
      }
      actions={<HeadActions host={host} actions={actions} tab={tab} />}
      entries={actions.entries(host)}
      below={<HostPath host={host} />}
      href={(one) => paths.host(host.id, one)}
      tabs={{
        overview: { show: () => <HostOverview host={host} task={task} actions={actions} /> },
        console: { show: () => <HostConsoleTab host={host} actions={actions} /> },
        resources: { show: () => <HostResources host={host} actions={actions} /> },
        disks: { count: host.disk_count || undefined, show: () => <HostDisks host={host} /> },
        network: { count: addresses || undefined, show: () => <HostNetwork host={host} actions={actions} /> },
        snapshots: {
          count: host.snapshot_count || undefined,
          show: () => <HostSnapshots host={host} actions={actions} />,
        },
        backups: { show: () => <HostBackups host={host} actions={actions} /> },
        system: { show: () => <HostSystem host={host} actions={actions} /> },
        scripts: { show: () => <HostScripts host={host} actions={actions} /> },
        figures: { show: () => <HostFigures host={host} /> },
        history: { show: () => <HostHistory host={host} /> },
      }}
    >
      {actions.dialogs}
    </ObjectPage>
  )
}

/** Whether the state alone says how the VM is. */
const saysHealth = ({ state }: Host) => state === 'crashed' || state === 'unknown' || state === 'deleting'

/** The most wanted of a state; the rest is in the menu. */
function wanted(host: Host, tab: HostTab): readonly HostCommand[] {
  if (host.state === 'crashed') return host.is_built ? ['start', 'powerOff'] : ['retry', 'delete']
  const power = host.state === 'stopped' ? 'start' : 'restart'
  return tab === 'console' ? [power] : host.state === 'stopped' ? [power, 'console'] : ['console', power]
}

function HeadActions({ host, actions, tab }: { host: Host; actions: HostActions; tab: HostTab }) {
  return (
    <>
      {wanted(host, tab)
        .filter(actions.has)
        .map((command) => {
          const Icon = commandIcons[command]
          const off = actions.disabled(command, host)
          if (command === 'console' && !off)
            return (
              <Button key={command} asChild icon={<Icon />}>
                <Link href={paths.host(host.id, 'console')}>{actions.label(command, host)}</Link>
              </Button>
            )
          return (
            <Button
              key={command}
              kind={
                (command === 'start' || command === 'retry') && !off
                  ? 'primary'
                  : command === 'delete' || command === 'powerOff'
                    ? 'danger'
                    : 'default'
              }
              icon={<Icon />}
              disabledReason={off}
              onClick={() => actions.run(command, host)}
            >
              {actions.label(command, host)}
            </Button>
          )
        })}
    </>
  )
}

function Loading({ label }: { label: string }) {
  return (
    <div className="animate-late">
      <div className="flex min-h-14 items-center gap-3 px-6 pt-4 pb-3 phone:px-4">
        <Skeleton width={180} className="h-4" />
        <Skeleton width={72} className="h-4" />
      </div>
      <div className="h-9 border-b border-line" />
      <div className="px-6 py-4 phone:px-4">
        <SkeletonRows rows={8} label={label} />
      </div>
    </div>
  )
}
