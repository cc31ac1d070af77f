'use client'
import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import type { Host } from '../../../server/domain/host/record.ts'
import { possibleCapabilities } from '../../../server/domain/node/capabilities.ts'
import { useMe } from '../../api/me.tsx'
import { useTRPC } from '../../api/trpc.ts'
import { HealthBanner } from '../../health/health-banner.tsx'
import { paths } from '../../paths.ts'
import type { RunningTask } from '../../shell/use-running-tasks.ts'
import { TaskStrip } from '../../tasks/task-strip.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Copyable } from '../../ui/controls/copy.tsx'
import { Notice } from '../../ui/display/notice.tsx'
import { Meter } from '../../ui/display/progress.tsx'
import { gib } from '../../ui/display/size.ts'
import { TextLink } from '../../ui/display/text.tsx'
import { Duration, RelativeTime } from '../../ui/display/time.tsx'
import { Facts } from '../../ui/layout/facts.tsx'
import { Section, SidePanelSection, WithSidePanel } from '../../ui/layout/section.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import { DiskTable } from '../disks/disk-table.tsx'
import { addressesOf, shareOf } from '../host-sizes.ts'
import { forgetPassword, useMadePassword } from '../made-passwords.ts'
import type { HostActions } from '../use-host-actions.tsx'
import { HistoryLines } from './history-lines.tsx'
import { HostFault } from './host-fault.tsx'
import { HostLogs } from './host-logs.tsx'
import { HostQueue } from './host-queue.tsx'

type Props = { host: Host; task: RunningTask | undefined; actions: HostActions }

/** What is wrong, what goes on, how it stands now; the facts beside it. */
export function HostOverview({ host, task, actions }: Props) {
  const t = useTranslations('hosts')
  return (
    <WithSidePanel label={t('page.facts')} side={<Side host={host} />}>
      <div className="flex flex-col gap-3">
        <OncePassword hostId={host.id} />
        {task ? <TaskStrip id={task.id} /> : null}
        <HostQueue host={host} />
        {host.fault ? (
          <HostFault host={host} fault={host.fault} actions={actions} />
        ) : host.state === 'crashed' ? (
          <Notice kind="fault" title={t('fault.guestCrashed')} actions={<HostLogs hostId={host.id} />}>
            {t('fault.guestCrashedHint')}
          </Notice>
        ) : null}
        <HealthBanner entity="host" id={host.id} health={host.health} without={['host']} />
        <Now host={host} />
        <Section title={t('tabs.disks')}>
          <DiskTable host={host} />
        </Section>
      </div>
    </WithSidePanel>
  )
}

/** The password chosen at creation, until it is taken note of or the window is left. */
function OncePassword({ hostId }: { hostId: number }) {
  const t = useTranslations('hosts')
  const made = useMadePassword(hostId)
  if (!made) return null
  return (
    <Notice
      kind="plain"
      mark="locked"
      title={t('page.passwordOnce', { user: made.user })}
      actions={
        <Button size="sm" onClick={() => forgetPassword(hostId)}>
          {t('page.passwordTaken')}
        </Button>
      }
    >
      <div className="mb-1 text-fg">
        <Copyable text={made.password} />
      </div>
      {t('page.passwordOnceHint')}
    </Notice>
  )
}

/** The last readings of the node for the VM. There is no history to draw. */
function Now({ host }: { host: Host }) {
  const t = useTranslations('hosts')
  const format = useFormatter()
  if (host.state !== 'active') return null
  const { cpu_percent, ram_used_mib, ram_mib } = host
  if (cpu_percent === null && ram_used_mib === null) return <p className="text-12 text-fg-3">{t('page.noReadings')}</p>
  const size = (mib: number) => format.number(gib(mib), { maximumFractionDigits: 1 })
  return (
    <div className="grid grid-cols-2 gap-6 phone:grid-cols-1 phone:gap-3">
      {cpu_percent === null ? null : (
        <Reading label={t('page.cpuNow')} value={`${cpu_percent}%`} used={cpu_percent} of={100} />
      )}
      {ram_used_mib === null ? null : (
        <Reading
          label={t('page.ramNow')}
          value={t('page.ofGib', { used: size(ram_used_mib), all: size(ram_mib) })}
          used={shareOf(ram_used_mib, ram_mib) ?? 0}
          of={100}
        />
      )}
    </div>
  )
}

function Reading({ label, value, used, of }: { label: string; value: string; used: number; of: number }) {
  return (
    <div>
      <div className="mb-1.5 flex items-baseline gap-2">
        <span className="font-semibold">{label}</span>
        <span className="num ml-auto font-medium">{value}</span>
      </div>
      <Meter used={used} of={of} label={label} />
    </div>
  )
}

function Side({ host }: { host: Host }) {
  const t = useTranslations('hosts')
  const format = useFormatter()
  const { isAdmin } = useMe()
  const trpc = useTRPC()
  const history = useQuery(
    trpc.vm.host.history.queryOptions({ params: { host_id: host.id }, query: { orderby: 'id desc', limit: '0,5' } }),
  )
  const size = (mib: number) => t('gib', { size: format.number(gib(mib), { maximumFractionDigits: 1 }) })
  const addresses = addressesOf(host)
  const hasScreen = possibleCapabilities(host.cluster.virtualization_type).includes('screen')
  return (
    <>
      <SidePanelSection title={t('page.facts')}>
        <Facts
          facts={[
            !hasScreen && { term: t('page.kind'), value: t('page.container') },
            host.os_name !== null && { term: t('fields.os'), value: host.os_name },
            host.preset && {
              term: t('fields.preset'),
              value: isAdmin ? (
                <TextLink href={paths.preset(host.preset.id)}>{host.preset.name}</TextLink>
              ) : (
                host.preset.name
              ),
            },
            { term: t('fields.cpu_number'), value: <span className="num">{host.cpu_number}</span> },
            { term: t('fields.ram'), value: <span className="num">{size(host.ram_mib)}</span> },
            host.disk && { term: t('fields.disk'), value: <span className="num">{size(host.disk.disk_mib)}</span> },
            {
              term: t('fields.cluster'),
              value: isAdmin ? (
                <TextLink href={paths.cluster(host.cluster.id)}>{host.cluster.name}</TextLink>
              ) : (
                host.cluster.name
              ),
            },
            host.node && {
              term: t('fields.node'),
              value: isAdmin ? <TextLink href={paths.node(host.node.id)}>{host.node.name}</TextLink> : host.node.name,
            },
            host.uptime !== null && { term: t('fields.uptime'), value: <Duration seconds={host.uptime} /> },
            host.domain !== null && { term: t('fields.domain'), value: <Copyable text={host.domain} mono={false} /> },
            { term: t('page.login'), value: <Copyable text={host.login_user} mono={false} /> },
            host.create_date !== null && {
              term: t('fields.create_date'),
              value: <RelativeTime at={host.create_date} />,
            },
            { term: t('fields.id'), value: <Copyable text={String(host.id)} /> },
            host.comment !== null &&
              host.comment !== '' && {
                term: t('fields.comment'),
                value: <span className="whitespace-pre-wrap">{host.comment}</span>,
              },
          ]}
        />
      </SidePanelSection>
      <SidePanelSection title={t('page.addresses')}>
        {addresses.length === 0 ? (
          <p className="pb-1 text-12 text-fg-3">{t('network.noAddresses')}</p>
        ) : (
          <ul>
            {addresses.map((address) => (
              <li key={address} className="flex min-h-6 items-center">
                <Copyable text={address} />
              </li>
            ))}
          </ul>
        )}
      </SidePanelSection>
      {host.interfaces.length > 0 ? (
        <SidePanelSection title={t('network.interfaces')}>
          <ul>
            {host.interfaces.map((one) => (
              <li key={one.mac} className="flex min-h-6 items-center gap-3">
                <span className="w-9 flex-none">{one.host_interface}</span>
                <Copyable text={one.mac} />
              </li>
            ))}
          </ul>
        </SidePanelSection>
      ) : null}
      <SidePanelSection
        title={t('tabs.history')}
        action={<TextLink href={paths.host(host.id, 'history')}>{t('page.all')}</TextLink>}
      >
        {history.data ? (
          <HistoryLines entries={history.data.list} />
        ) : history.error ? (
          <p className="pb-1 text-12 text-fg-3">{t('history.unread')}</p>
        ) : (
          <Skeleton width={160} className="h-3" />
        )}
      </SidePanelSection>
    </>
  )
}
