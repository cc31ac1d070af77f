'use client'
import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Server } from '../../../server/domain/server/record.ts'
import { useMe } from '../../api/me.tsx'
import { paths } from '../../paths.ts'
import { PowerInputs } from '../../power/power-inputs.tsx'
import { PortState } from '../../switches/port-state.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Tag } from '../../ui/display/badge.tsx'
import { linked } from '../../ui/display/text.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { Section } from '../../ui/layout/section.tsx'
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
  return isAdmin ? linked(href, children) : children
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
      <Rows
        label={t('ports')}
        rows={ports}
        rowKey={({ connection_id }) => connection_id}
        columns={[
          {
            head: t('port'),
            name: true,
            cell: (port) => (
              <>
                <Device href={paths.switchPort(port.switch, port.id)}>
                  <span className="mono">{port.name}</span>
                </Device>{' '}
                {port.is_ipmi_connection ? <Tag>{t('management')}</Tag> : null}
              </>
            ),
          },
          isAdmin && {
            head: t('switch'),
            cell: (port) => <Device href={paths.switch(port.switch)}>{port.switch_name}</Device>,
          },
          { head: t('link'), cell: (port) => <PortState port={port} /> },
          isAdmin && { head: t('description'), quiet: true, wide: true, cell: ({ description }) => description },
          isAdmin && cables.menu((port: (typeof ports)[number]) => `${port.switch_name} ${port.name}`),
        ]}
      />
    </Part>
  )
}

/** The outlets that power the server, and its controller. */
export function ServerPowerInputs({ server }: Of) {
  const t = useTranslations('power.feeds')
  const words = useTranslations('servers.cables')
  const { isAdmin } = useMe()
  const cables = useCables(server, 'outlet')
  return (
    <Section
      title={t('title')}
      {...(isAdmin && { action: <Connect onClick={cables.connect}>{words('outlet.add')}</Connect> })}
    >
      <PowerInputs
        server={server}
        {...(isAdmin && {
          menuOf: ({ connection_id, pdu_name, port_identity }) =>
            cables.menuOf(connection_id, `${pdu_name} ${port_identity}`),
        })}
      />
      {cables.dialogs}
    </Section>
  )
}
