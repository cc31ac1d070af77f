'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Switch, SwitchPort } from '../../server/domain/switch/record.ts'
import { apiFault } from '../api/fault.ts'
import { useTRPC } from '../api/trpc.ts'
import { PortState } from '../datacenter/port-state.tsx'
import { paths } from '../paths.ts'
import { Tag } from '../ui/badge.tsx'
import { IconButton } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { MoreIcon } from '../ui/icons.tsx'
import { Menu } from '../ui/menu.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { State } from '../ui/state-mark.tsx'
import { Table, TableHead, Td, Th, Tr } from '../ui/table.tsx'
import { TextLink } from '../ui/text.tsx'
import { usePortActions } from './use-port-actions.tsx'

const PAGE = 200

/** The ports of a switch: link, speed, VLAN and who is plugged in. */
export function SwitchPorts({ record }: { record: Switch }) {
  const t = useTranslations('gear.port')
  const trpc = useTRPC()
  const [offset, setOffset] = useState(0)
  const actions = usePortActions(record)
  const query = useQuery(
    trpc.dci.switch.port.list.queryOptions(
      { params: { switch_id: record.id }, query: { orderby: 'id', limit: `${offset},${PAGE}` } },
      { placeholderData: keepPreviousData },
    ),
  )
  const { data, error } = query
  if (!data)
    return error ? (
      <ErrorState title={t('unread')} cause={apiFault(error).msg} onRetry={() => void query.refetch()} />
    ) : (
      <SkeletonRows rows={6} label={t('many')} />
    )
  if (data.size === 0) return <EmptyState title={t('none')}>{t('noneHint')}</EmptyState>
  return (
    <>
      <Table label={t('many')} compact>
        <TableHead>
          <Th>{t('name')}</Th>
          <Th>{t('link')}</Th>
          <Th className="phone:hidden">{t('speed')}</Th>
          <Th className="phone:hidden">{t('vlan')}</Th>
          <Th>{t('connected')}</Th>
          <Th className="phone:hidden">{t('note')}</Th>
          <Th>
            <span className="sr-only">{t('actions')}</span>
          </Th>
        </TableHead>
        <tbody>
          {data.list.map((port) => (
            <Tr key={port.id}>
              <Td name>
                <span className="mono">{port.name || port.if_index}</span> {port.gone ? <Tag>{t('gone')}</Tag> : null}
              </Td>
              <Td>
                {port.task_id !== null ? (
                  <State kind="run">{t('changing')}</State>
                ) : port.fault ? (
                  <State kind="fault" detail={port.fault}>
                    {t('failed')}
                  </State>
                ) : (
                  <PortState port={port} />
                )}
              </Td>
              <Td quiet className="phone:hidden">
                {port.speed}
              </Td>
              <Td quiet className="phone:hidden">
                <VlanWords port={port} />
              </Td>
              <Td>
                <Peer port={port} />
              </Td>
              <Td quiet className="phone:hidden" title={port.description}>
                {port.note || port.description}
              </Td>
              <Td right>
                <Menu
                  label={t('actionsOf', { name: port.name || port.if_index })}
                  entries={actions.entries(port)}
                  trigger={
                    <IconButton kind="quiet" size="sm" label={t('actionsOf', { name: port.name || port.if_index })}>
                      <MoreIcon />
                    </IconButton>
                  }
                />
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
      {data.size > PAGE ? (
        <Pagination offset={offset} limit={PAGE} count={data.list.length} size={data.size} onOffsetChange={setOffset} />
      ) : null}
      {actions.dialogs}
    </>
  )
}

function VlanWords({ port }: { port: SwitchPort }) {
  const t = useTranslations('gear.port')
  if (port.is_trunk) return t('trunk', { count: port.trunk_members.length, native: port.vlan_id ?? 0 })
  return port.vlan_id ?? '-'
}

function Peer({ port }: { port: SwitchPort }) {
  const t = useTranslations('gear.port')
  if (port.server)
    return (
      <TextLink plain href={paths.server(port.server.id)}>
        {port.server.name}
      </TextLink>
    )
  if (port.is_uplink) return <Tag>{t('uplink')}</Tag>
  if (port.is_service)
    return (
      <>
        <Tag>{t('service')}</Tag> {port.connection_type_info}
      </>
    )
  return <span className="text-fg-3">{t('free')}</span>
}
