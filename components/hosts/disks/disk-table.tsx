'use client'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Disk } from '../../../server/domain/disk/schema.ts'
import type { Host } from '../../../server/domain/host/record.ts'
import { Loaded } from '../../api/loaded.tsx'
import { useTRPC } from '../../api/trpc.ts'
import { Moving } from '../../disks/moving.tsx'
import { gib } from '../../ui/display/size.ts'
import { State } from '../../ui/display/state-mark.tsx'
import { Mono } from '../../ui/display/text.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { isContainer } from '../resources/settings.ts'

type Props = {
  host: Pick<Host, 'id' | 'state' | 'fault' | 'cluster'>
  /** What each row offers; absent where disks are only shown. */
  actions?: (disk: Disk, all: readonly Disk[]) => ReactNode
}

/** The disks of a VM, in boot order. */
export function DiskTable({ host, actions }: Props) {
  const t = useTranslations('hosts')
  const format = useFormatter()
  const trpc = useTRPC()
  const query = useQuery(
    trpc.vm.disk.ofHost.queryOptions({ params: { host_id: host.id }, query: { orderby: 'boot_order,id' } }),
  )
  const size = (mib: number) => format.number(gib(mib), { maximumFractionDigits: 1 })
  return (
    <Loaded query={query} rows={2} label={t('disks.loading')} unread={t('disks.unread')}>
      {({ list }) =>
        list.length === 0 ? (
          <EmptyState title={t('disks.none')} />
        ) : (
          <Rows
            label={t('tabs.disks')}
            rows={list}
            columns={[
              { head: t('fields.name'), name: true, cell: ({ name }) => name },
              // The disk of a container is its root file system, on no bus.
              !isContainer(host) && {
                head: t('disks.device'),
                wide: true,
                cell: (disk) => <Mono>{disk.target_dev ?? '-'}</Mono>,
              },
              { head: t('disks.storage'), quiet: true, wide: true, cell: ({ storage }) => storage?.name ?? '-' },
              !isContainer(host) && {
                head: t('disks.bus'),
                quiet: true,
                wide: true,
                cell: (disk) => (disk.host?.is_main ? t('disks.boots', { bus: disk.bus ?? '' }) : (disk.bus ?? '-')),
              },
              { head: t('disks.size'), right: true, cell: ({ size_mib }) => size(size_mib) },
              {
                head: t('fields.state'),
                className: 'pl-6',
                cell: (disk) => {
                  const { size_mib_new, state } = disk
                  if (state === 'moving') return <Moving disk={disk} />
                  return host.state === 'creating' || host.state === 'deleting' ? (
                    <State kind="run">{t(`states.${host.state}`)}</State>
                  ) : state === 'creating' || state === 'attaching' || state === 'detaching' ? (
                    <State kind="run">{t(`disks.states.${state}`)}</State>
                  ) : host.state === 'crashed' && host.fault?.action === 'host_create' ? (
                    <State kind="off">{t('disks.notMade')}</State>
                  ) : size_mib_new === null ? (
                    <State kind="on">{t('disks.active')}</State>
                  ) : (
                    <State kind="run" detail={t('disks.to', { size: size(size_mib_new) })}>
                      {t('disks.resizing')}
                    </State>
                  )
                },
              },
              actions !== undefined && {
                head: <span className="sr-only">{t('disks.actions')}</span>,
                right: true,
                className: 'w-10',
                cell: (disk) => actions(disk, list),
              },
            ]}
          />
        )
      }
    </Loaded>
  )
}
