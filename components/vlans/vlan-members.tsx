'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Vlan } from '../../server/domain/vlan/schema.ts'
import { apiFault } from '../api/fault.ts'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { PortState } from '../switches/port-state.tsx'
import { TextLink } from '../ui/display/text.tsx'
import { EmptyState } from '../ui/layout/empty-state.tsx'
import { ErrorState } from '../ui/layout/error-state.tsx'
import { Pagination } from '../ui/layout/pagination.tsx'
import { Section } from '../ui/layout/section.tsx'
import { SkeletonRows } from '../ui/layout/skeleton.tsx'
import { Table, TableHead, Td, Th, Tr } from '../ui/layout/table.tsx'

const PAGE = 100

/** The switch ports that carry a VLAN: untagged, or tagged on a trunk. */
export function VlanMembers({ vlan }: { vlan: Vlan }) {
  const t = useTranslations('vlans')
  const format = useFormatter()
  const trpc = useTRPC()
  const [offset, setOffset] = useState(0)
  const query = useQuery(
    trpc.dci.vlan.members.queryOptions(
      {
        params: { location_id: vlan.location_id, vlan_id: vlan.id },
        query: { orderby: 'id', limit: `${offset},${PAGE}` },
      },
      { placeholderData: keepPreviousData },
    ),
  )
  const { data, error } = query
  if (!data)
    return error ? (
      <ErrorState title={t('membersUnread')} cause={apiFault(error).msg} onRetry={() => void query.refetch()} />
    ) : (
      <SkeletonRows rows={4} label={t('members')} />
    )
  if (data.size === 0) return <EmptyState title={t('noMembers')}>{t('noMembersHint')}</EmptyState>
  return (
    <Section title={t('members')} count={format.number(data.size)}>
      <Table label={t('members')}>
        <TableHead>
          <Th>{t('member.switch')}</Th>
          <Th>{t('member.port')}</Th>
          <Th>{t('member.state')}</Th>
          <Th>{t('member.server')}</Th>
          <Th className="phone:hidden">{t('member.how')}</Th>
          <Th className="phone:hidden">{t('member.speed')}</Th>
        </TableHead>
        <tbody>
          {data.list.map((port) => (
            <Tr key={port.id}>
              <Td name>
                <TextLink plain href={paths.switch(port.switch.id)}>
                  {port.switch.name}
                </TextLink>
              </Td>
              <Td>
                <span className="mono">{port.name}</span>
              </Td>
              <Td>
                <PortState port={port} />
              </Td>
              <Td>
                {port.server ? (
                  <TextLink plain href={paths.server(port.server.id)}>
                    {port.server.name}
                  </TextLink>
                ) : (
                  <span className="text-fg-3">{port.connection_type_info || '-'}</span>
                )}
              </Td>
              <Td quiet className="phone:hidden">
                {port.is_trunk && port.trunk_members.includes(vlan.id) ? t('member.tagged') : t('member.untagged')}
              </Td>
              <Td quiet className="phone:hidden">
                {port.speed}
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
      {data.size > PAGE ? (
        <Pagination offset={offset} limit={PAGE} count={data.list.length} size={data.size} onOffsetChange={setOffset} />
      ) : null}
    </Section>
  )
}
