'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { apiFault } from '../../api/fault.ts'
import { useTRPC } from '../../api/trpc.ts'
import { Copyable } from '../../ui/controls/copy.tsx'
import { State } from '../../ui/display/state-mark.tsx'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { Table, TableHead, Td, Th, Tr } from '../../ui/layout/table.tsx'

/** The network interfaces that were found on the node. */
export function NodeInterfaces({ id }: { id: number }) {
  const t = useTranslations('nodes')
  const trpc = useTRPC()
  const query = useQuery(
    trpc.vm.node.interfaces.queryOptions({ params: { node_id: id }, query: { orderby: 'name', limit: '0,200' } }),
  )
  const { data, error } = query
  return (
    <Section title={t('page.interfaces')} {...(data && { count: data.size })}>
      {data === undefined ? (
        error ? (
          <ErrorState title={t('page.interfaces')} cause={apiFault(error).msg} onRetry={() => void query.refetch()} />
        ) : (
          <SkeletonRows rows={3} label={t('page.interfaces')} />
        )
      ) : data.list.length === 0 ? (
        <p className="text-fg-3">{t('page.noInterfaces')}</p>
      ) : (
        <Table label={t('page.interfaces')}>
          <TableHead>
            <Th>{t('iface.name')}</Th>
            <Th>{t('iface.state')}</Th>
            <Th className="phone:hidden">{t('iface.type')}</Th>
            <Th>{t('iface.address')}</Th>
            <Th className="phone:hidden">{t('iface.gateway')}</Th>
            <Th className="phone:hidden">{t('iface.mac')}</Th>
            <Th right className="phone:hidden">
              {t('fields.host_count')}
            </Th>
          </TableHead>
          <tbody>
            {data.list.map((one) => (
              <Tr key={one.id}>
                <Td name>
                  <span className="mono">{one.name}</span>
                  {one.is_main_network ? <span className="ml-1.5 text-12 text-fg-3">{t('iface.main')}</span> : null}
                  {/* A telephone has no room for a column of it. */}
                  <span className="block text-12 font-normal text-fg-3 wide:hidden">
                    {t(`iface.types.${one.type}`)}
                  </span>
                </Td>
                <Td>
                  <State kind={one.state === 'up' ? 'on' : 'off'}>
                    {one.state === 'up' ? t('iface.up') : t('iface.down')}
                  </State>
                </Td>
                <Td quiet className="phone:hidden">
                  {t(`iface.types.${one.type}`)}
                  {one.slaves.length > 0 ? (
                    <span className="ml-1.5 text-12 text-fg-3">
                      {t('iface.members', { names: one.slaves.join(', ') })}
                    </span>
                  ) : null}
                </Td>
                <Td>
                  {[one.ip_params?.v4, one.ip_params?.v6].map((address) =>
                    address ? (
                      <span key={address} className="mr-3">
                        <Copyable text={address} />
                      </span>
                    ) : null,
                  )}
                </Td>
                <Td quiet className="phone:hidden">
                  <span className="mono">{one.ip_params?.gateway_v4 ?? one.ip_params?.gateway_v6 ?? ''}</span>
                </Td>
                <Td quiet className="phone:hidden">
                  <span className="mono">{one.mac}</span>
                </Td>
                <Td right className="phone:hidden">
                  {one.host_count}
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      )}
    </Section>
  )
}
