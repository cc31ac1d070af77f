'use client'
import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import type { Host } from '../../../server/domain/host/record.ts'
import { apiFault } from '../../api/fault.ts'
import { useTRPC } from '../../api/trpc.ts'
import { State } from '../../ui/display/state-mark.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { Table, TableHead, Td, Th, Tr } from '../../ui/layout/table.tsx'
import { gib } from '../host-sizes.ts'

/** The disks of a machine, in the order it boots from them. */
export function DiskTable({ host }: { host: Pick<Host, 'id' | 'state' | 'fault'> }) {
  const t = useTranslations('hosts')
  const format = useFormatter()
  const trpc = useTRPC()
  const query = useQuery(
    trpc.vm.disk.ofHost.queryOptions({ params: { host_id: host.id }, query: { orderby: 'boot_order,id' } }),
  )
  const { data, error } = query
  if (!data)
    return error ? (
      <ErrorState
        title={t('disks.unread')}
        cause={apiFault(error).msg}
        onRetry={() => void query.refetch()}
        busy={query.isFetching}
      />
    ) : (
      <SkeletonRows rows={2} label={t('disks.loading')} />
    )
  if (data.list.length === 0) return <EmptyState title={t('disks.none')} />
  const size = (mib: number) => format.number(gib(mib), { maximumFractionDigits: 1 })
  return (
    <Table label={t('tabs.disks')}>
      <TableHead>
        <Th>{t('fields.name')}</Th>
        <Th className="phone:hidden">{t('disks.device')}</Th>
        <Th className="phone:hidden">{t('disks.storage')}</Th>
        <Th className="phone:hidden">{t('disks.bus')}</Th>
        <Th right>{t('disks.size')}</Th>
        <Th className="pl-6">{t('fields.state')}</Th>
      </TableHead>
      <tbody>
        {data.list.map((disk) => (
          <Tr key={disk.id}>
            <Td name>{disk.name}</Td>
            <Td className="mono phone:hidden">{disk.target_dev ?? '-'}</Td>
            <Td quiet className="phone:hidden">
              {disk.storage?.name ?? '-'}
            </Td>
            <Td quiet className="phone:hidden">
              {disk.host?.is_main ? t('disks.boots', { bus: disk.bus ?? '' }) : (disk.bus ?? '-')}
            </Td>
            <Td right>{size(disk.size_mib)}</Td>
            <Td className="pl-6">
              {host.state === 'creating' || host.state === 'deleting' ? (
                <State kind="run">{t(`states.${host.state}`)}</State>
              ) : host.state === 'crashed' && host.fault?.action === 'host_create' ? (
                <State kind="off">{t('disks.notMade')}</State>
              ) : disk.size_mib_new === null ? (
                <State kind="on">{t('disks.active')}</State>
              ) : (
                <State kind="run" detail={t('disks.to', { size: size(disk.size_mib_new) })}>
                  {t('disks.resizing')}
                </State>
              )}
            </Td>
          </Tr>
        ))}
      </tbody>
    </Table>
  )
}
