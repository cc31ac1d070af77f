'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { SwitchPort } from '../../server/domain/switch/record.ts'
import { useSaid } from '../i18n/said.tsx'
import { paths } from '../paths.ts'
import { IconButton } from '../ui/controls/button.tsx'
import { Tag } from '../ui/display/badge.tsx'
import { MoreIcon } from '../ui/display/icons.tsx'
import { State } from '../ui/display/state-mark.tsx'
import { linked } from '../ui/display/text.tsx'
import { Menu } from '../ui/floating/menu.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'
import { Pagination } from '../ui/layout/pagination.tsx'
import { Table, TableHead, Td, Th, Tr } from '../ui/layout/table.tsx'
import type { PortRates } from './face/face-plan.ts'
import { useRateColumn } from './face/port-labels.ts'
import { PortState } from './port-state.tsx'

const PAGE = 200

/** The ports of a switch as a table: link, speed, VLAN, traffic and who is plugged in. */
export function PortTable(props: {
  ports: readonly SwitchPort[]
  rates: ReadonlyMap<number, PortRates>
  differs: ReadonlySet<number>
  vlans: ReadonlyMap<number, string>
  picked: number | null
  onPick: (id: number) => void
  entries: (port: SwitchPort) => MenuEntry[]
}) {
  const { ports, rates, differs, vlans, picked, onPick, entries } = props
  const t = useTranslations('device.port')
  const traffic = useTranslations('traffic')
  const [offset, setOffset] = useState(0)
  const shown = ports.slice(offset, offset + PAGE)
  const { unit, figure } = useRateColumn([...rates.values()].flatMap((one) => [one.in_bps, one.out_bps]))
  const bps = (value: number | null | undefined) => (value == null ? '-' : figure(value))
  return (
    <>
      <Table label={t('many')} compact>
        <TableHead>
          <Th>{t('name')}</Th>
          <Th>{t('link')}</Th>
          <Th className="phone:hidden">{t('speed')}</Th>
          <Th className="phone:hidden">{t('vlan')}</Th>
          <Th>{t('connected')}</Th>
          {rates.size > 0 ? (
            <>
              <Th right className="phone:hidden">
                {traffic('inUnit', { unit })}
              </Th>
              <Th right className="phone:hidden">
                {traffic('outUnit', { unit })}
              </Th>
            </>
          ) : null}
          <Th className="phone:hidden">{t('note')}</Th>
          <Th>
            <span className="sr-only">{t('actions')}</span>
          </Th>
        </TableHead>
        <tbody>
          {shown.map((port) => (
            <Tr key={port.id} selected={port.id === picked}>
              <Td name>
                <button
                  type="button"
                  className="mono max-w-40 truncate align-middle hover:underline hover:underline-offset-2"
                  aria-pressed={port.id === picked}
                  onClick={() => onPick(port.id)}
                >
                  {port.name || port.if_index}
                </button>{' '}
                {port.gone ? <Tag>{t('gone')}</Tag> : null}
              </Td>
              <Td>
                <LinkState port={port} differs={differs.has(port.id)} />
              </Td>
              <Td quiet className="phone:hidden">
                {port.speed}
              </Td>
              <Td quiet className="phone:hidden">
                <VlanLabels port={port} vlans={vlans} />
              </Td>
              <Td className="max-w-40">
                <Peer port={port} />
              </Td>
              {rates.size > 0 ? (
                <>
                  <Td right quiet className="phone:hidden">
                    {bps(rates.get(port.id)?.in_bps)}
                  </Td>
                  <Td right quiet className="phone:hidden">
                    {bps(rates.get(port.id)?.out_bps)}
                  </Td>
                </>
              ) : null}
              <Td quiet className="max-w-48 phone:hidden" title={port.note || port.description}>
                {port.note || port.description}
              </Td>
              <Td right>
                <Menu
                  label={t('actionsOf', { name: port.name || port.if_index })}
                  entries={entries(port)}
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
      {ports.length > PAGE ? (
        <Pagination
          offset={offset}
          limit={PAGE}
          count={shown.length}
          size={ports.length}
          onOffsetChange={(next) => setOffset(next)}
        />
      ) : null}
    </>
  )
}

function LinkState({ port, differs }: { port: SwitchPort; differs: boolean }) {
  const t = useTranslations('device.port')
  const face = useTranslations('device.face')
  const said = useSaid()
  if (port.task_id !== null) return <State kind="run">{t('changing')}</State>
  if (port.fault)
    return (
      <State kind="fault" detail={said(port.fault)}>
        {t('failed')}
      </State>
    )
  if (differs) return <State kind="warn">{face('differsKey')}</State>
  return <PortState port={port} />
}

function VlanLabels({ port, vlans }: { port: SwitchPort; vlans: ReadonlyMap<number, string> }) {
  const t = useTranslations('device.port')
  if (port.is_trunk) return t('trunk', { count: port.trunk_members.length, native: port.vlan_id ?? 0 })
  if (port.vlan_id === undefined) return '-'
  const name = vlans.get(port.vlan_id)
  return (
    <>
      {port.vlan_id}
      {name ? <span className="ml-1.5 text-12 text-fg-3">{name}</span> : null}
    </>
  )
}

function Peer({ port }: { port: SwitchPort }) {
  const t = useTranslations('device.port')
  if (port.server) return linked(paths.server(port.server.id), port.server.name)
  if (port.is_uplink) return <Tag>{t('uplink')}</Tag>
  if (port.is_service)
    return (
      <>
        <Tag>{t('service')}</Tag> {port.connection_type_info}
      </>
    )
  return <span className="text-fg-3">{t('free')}</span>
}
