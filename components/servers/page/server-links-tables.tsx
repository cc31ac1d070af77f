'use client'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Server } from '../../../server/domain/server/record.ts'
import { useMe } from '../../api/me.tsx'
import { OutletState } from '../../datacenter/outlet-state.tsx'
import { PortState } from '../../datacenter/port-state.tsx'
import { paths } from '../../paths.ts'
import { Tag } from '../../ui/badge.tsx'
import { Section } from '../../ui/section.tsx'
import { Table, TableHead, Td, Th, Tr } from '../../ui/table.tsx'
import { TextLink } from '../../ui/text.tsx'

type Of = { server: Server }

type PartProps = { title: string; none: string; count: number; action?: ReactNode; children: ReactNode }

/** A titled table of the server's page, or a word where there is nothing. */
export function Part({ title, none, count, action, children }: PartProps) {
  return (
    <Section title={title} count={count} action={action}>
      {count === 0 ? <p className="text-fg-3">{none}</p> : children}
    </Section>
  )
}

/** A device that only administrators may open. */
function Device({ href, children }: { href: string; children: ReactNode }) {
  const { isAdmin } = useMe()
  return isAdmin ? (
    <TextLink plain href={href}>
      {children}
    </TextLink>
  ) : (
    children
  )
}

/** The switch ports that the server is plugged into. */
export function ServerPorts({ server }: Of) {
  const t = useTranslations('servers.page')
  const ports = server.switch_connection
  return (
    <Part title={t('ports')} none={t('noPorts')} count={ports.length}>
      <Table label={t('ports')}>
        <TableHead>
          <Th>{t('port')}</Th>
          <Th>{t('switch')}</Th>
          <Th>{t('link')}</Th>
          <Th className="phone:hidden">{t('description')}</Th>
        </TableHead>
        <tbody>
          {ports.map((port) => (
            <Tr key={port.connection_id}>
              <Td name>
                <Device href={paths.switchPort(port.switch, port.id)}>
                  <span className="mono">{port.name}</span>
                </Device>{' '}
                {port.is_ipmi_connection ? <Tag>{t('management')}</Tag> : null}
              </Td>
              <Td>
                <Device href={paths.switch(port.switch)}>{port.switch_name}</Device>
              </Td>
              <Td>
                <PortState port={port} />
              </Td>
              <Td quiet className="phone:hidden">
                {port.description}
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </Part>
  )
}

/** The outlets that feed the server. */
export function ServerOutlets({ server }: Of) {
  const t = useTranslations('servers.page')
  const outlets = server.pdu_connections
  return (
    <Part title={t('outlets')} none={t('noOutlets')} count={outlets.length}>
      <Table label={t('outlets')}>
        <TableHead>
          <Th>{t('outlet')}</Th>
          <Th>{t('pdu')}</Th>
          <Th>{t('power')}</Th>
        </TableHead>
        <tbody>
          {outlets.map((outlet) => (
            <Tr key={outlet.connection_id}>
              <Td name>{outlet.port_identity}</Td>
              <Td>
                <Device href={paths.pdu(outlet.pdu_id)}>{outlet.pdu_name}</Device>
              </Td>
              <Td>
                <OutletState status={outlet.power_status} />
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </Part>
  )
}
