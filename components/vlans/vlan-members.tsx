'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Vlan } from '../../server/domain/vlan/schema.ts'
import { Loaded } from '../api/loaded.tsx'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { PortState } from '../switches/port-state.tsx'
import { linked } from '../ui/display/text.tsx'
import { EmptyState } from '../ui/layout/empty-state.tsx'
import { Pagination } from '../ui/layout/pagination.tsx'
import { Rows } from '../ui/layout/rows.tsx'
import { Section } from '../ui/layout/section.tsx'

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
  return (
    <Loaded query={query} rows={4} label={t('members')} unread={t('membersUnread')}>
      {({ list, size }) =>
        size === 0 ? (
          <EmptyState title={t('noMembers')}>{t('noMembersHint')}</EmptyState>
        ) : (
          <Section title={t('members')} count={format.number(size)}>
            <Rows
              label={t('members')}
              rows={list}
              columns={[
                {
                  head: t('member.switch'),
                  name: true,
                  cell: (port) => linked(paths.switch(port.switch.id), port.switch.name),
                },
                { head: t('member.port'), cell: ({ name }) => <span className="mono">{name}</span> },
                { head: t('member.state'), cell: (port) => <PortState port={port} /> },
                {
                  head: t('member.server'),
                  cell: ({ server, connection_type_info: serves }) =>
                    server ? (
                      linked(paths.server(server.id), server.name)
                    ) : (
                      <span className="text-fg-3">{serves || '-'}</span>
                    ),
                },
                {
                  head: t('member.how'),
                  quiet: true,
                  wide: true,
                  cell: ({ is_trunk, trunk_members }) =>
                    is_trunk && trunk_members.includes(vlan.id) ? t('member.tagged') : t('member.untagged'),
                },
                { head: t('member.speed'), quiet: true, wide: true, cell: ({ speed }) => speed },
              ]}
            />
            {size > PAGE ? (
              <Pagination offset={offset} limit={PAGE} count={list.length} size={size} onOffsetChange={setOffset} />
            ) : null}
          </Section>
        )
      }
    </Loaded>
  )
}
