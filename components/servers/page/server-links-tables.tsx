'use client'
import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Server } from '../../../server/domain/server/record.ts'
import { useMe } from '../../api/me.tsx'
import { paths } from '../../paths.ts'
import { OutletState } from '../../pdus/outlet-state.tsx'
import { PortState } from '../../switches/port-state.tsx'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { Tag } from '../../ui/display/badge.tsx'
import { MoreIcon } from '../../ui/display/icons.tsx'
import { TextLink } from '../../ui/display/text.tsx'
import { Menu } from '../../ui/floating/menu.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Table, TableHead, Td, Th, Tr } from '../../ui/layout/table.tsx'
import { useCables } from './use-cables.tsx'

type Of = { server: Server }

type PartProps = {
  title: string
  none: string
  count: number
  action?: ReactNode
  /** Stands below the table, also of nothing: dialogs. */
  after?: ReactNode
  children: ReactNode
}

/** A titled table of the server's page, or a word where there is nothing. */
export function Part({ title, none, count, action, after, children }: PartProps) {
  return (
    <Section title={title} count={count} action={action}>
      {count === 0 ? <p className="text-fg-3">{none}</p> : children}
      {after}
    </Section>
  )
}

function Connect({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button size="sm" icon={<Plus />} onClick={onClick}>
      {children}
    </Button>
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

/** What can be done to one of the cables; the name says which it is. */
function CableMenu({ name, cables, id }: { name: string; cables: ReturnType<typeof useCables>; id: number }) {
  const label = useTranslations('servers.cables')('actionsOf', { name })
  return (
    <Menu
      label={label}
      entries={cables.entries(id, name)}
      trigger={
        <IconButton size="sm" label={label}>
          <MoreIcon />
        </IconButton>
      }
    />
  )
}

/** The switch ports that the server is plugged into. */
export function ServerPorts({ server }: Of) {
  const t = useTranslations('servers.page')
  const words = useTranslations('servers.cables')
  const { isAdmin } = useMe()
  const cables = useCables(server, 'port')
  const ports = server.switch_connection
  return (
    <Part
      title={t('ports')}
      none={t('noPorts')}
      count={ports.length}
      {...(isAdmin && { action: <Connect onClick={cables.connect}>{words('port.add')}</Connect> })}
      after={cables.dialogs}
    >
      <Table label={t('ports')}>
        <TableHead>
          <Th>{t('port')}</Th>
          {isAdmin ? <Th>{t('switch')}</Th> : null}
          <Th>{t('link')}</Th>
          {isAdmin ? (
            <>
              <Th className="phone:hidden">{t('description')}</Th>
              <Th className="w-10">
                <span className="sr-only">{words('actions')}</span>
              </Th>
            </>
          ) : null}
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
              {isAdmin ? (
                <Td>
                  <Device href={paths.switch(port.switch)}>{port.switch_name}</Device>
                </Td>
              ) : null}
              <Td>
                <PortState port={port} />
              </Td>
              {isAdmin ? (
                <>
                  <Td quiet className="phone:hidden">
                    {port.description}
                  </Td>
                  <Td right>
                    <CableMenu name={`${port.switch_name} ${port.name}`} cables={cables} id={port.connection_id} />
                  </Td>
                </>
              ) : null}
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
  const words = useTranslations('servers.cables')
  const { isAdmin } = useMe()
  const cables = useCables(server, 'outlet')
  const outlets = server.pdu_connections
  return (
    <Part
      title={t('outlets')}
      none={t('noOutlets')}
      count={outlets.length}
      {...(isAdmin && { action: <Connect onClick={cables.connect}>{words('outlet.add')}</Connect> })}
      after={cables.dialogs}
    >
      <Table label={t('outlets')}>
        <TableHead>
          <Th>{t('outlet')}</Th>
          {isAdmin ? <Th>{t('pdu')}</Th> : null}
          <Th>{t('power')}</Th>
          {isAdmin ? (
            <Th className="w-10">
              <span className="sr-only">{words('actions')}</span>
            </Th>
          ) : null}
        </TableHead>
        <tbody>
          {outlets.map((outlet) => (
            <Tr key={outlet.connection_id}>
              <Td name>{outlet.port_identity}</Td>
              {isAdmin ? (
                <Td>
                  <Device href={paths.pdu(outlet.pdu_id)}>{outlet.pdu_name}</Device>
                </Td>
              ) : null}
              <Td>
                <OutletState status={outlet.power_status} />
              </Td>
              {isAdmin ? (
                <Td right>
                  <CableMenu
                    name={`${outlet.pdu_name} ${outlet.port_identity}`}
                    cables={cables}
                    id={outlet.connection_id}
                  />
                </Td>
              ) : null}
            </Tr>
          ))}
        </tbody>
      </Table>
    </Part>
  )
}
