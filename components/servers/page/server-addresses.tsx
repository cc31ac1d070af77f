'use client'
import Plus from 'lucide-react/icons/plus'
import { useTranslations } from 'use-intl'
import type { Server } from '../../../server/domain/server/record.ts'
import { useMe } from '../../api/me.tsx'
import { IpState } from '../../ip/ip-state.tsx'
import { useServerIpActions } from '../../server-ip/use-server-ip-actions.tsx'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { Copyable } from '../../ui/controls/copy.tsx'
import { Tag } from '../../ui/display/badge.tsx'
import { MoreIcon } from '../../ui/display/icons.tsx'
import { Menu } from '../../ui/floating/menu.tsx'
import { Table, TableHead, Td, Th, Tr } from '../../ui/layout/table.tsx'
import { Part } from './server-links-tables.tsx'

/** The addresses that the server has, the main one first, and what can be done to them. */
export function ServerAddresses({ server }: { server: Server }) {
  const t = useTranslations('servers.page')
  const words = useTranslations('servers.addresses')
  const { isAdmin } = useMe()
  const actions = useServerIpActions(server)
  return (
    <>
      <Part
        title={t('addresses')}
        none={t('noAddresses')}
        count={server.ip.length}
        action={
          isAdmin ? (
            <Button size="sm" icon={<Plus />} onClick={() => actions.ask({ command: 'add', server })}>
              {words('add')}
            </Button>
          ) : undefined
        }
      >
        <Table label={t('addresses')}>
          <TableHead>
            <Th>{t('address')}</Th>
            <Th>{t('status')}</Th>
            <Th className="phone:hidden">{t('gateway')}</Th>
            <Th className="phone:hidden">{t('network')}</Th>
            <Th className="phone:hidden">{t('domain')}</Th>
            <Th className="w-10">
              <span className="sr-only">{words('actions')}</span>
            </Th>
          </TableHead>
          <tbody>
            {server.ip.map((ip) => (
              <Tr key={ip.id}>
                <Td name>
                  <Copyable text={ip.name} /> {ip.is_main ? <Tag>{t('main')}</Tag> : null}
                </Td>
                <Td>
                  <IpState state={ip.status} />
                </Td>
                <Td quiet className="phone:hidden">
                  <span className="mono">{ip.gateway}</span>
                </Td>
                <Td quiet className="phone:hidden">
                  <span className="mono">{ip.network}</span>
                </Td>
                <Td quiet className="phone:hidden">
                  {ip.domain}
                </Td>
                <Td right>
                  <Menu
                    label={words('actionsOf', { name: ip.name })}
                    entries={actions.entries(ip)}
                    trigger={
                      <IconButton size="sm" label={words('actionsOf', { name: ip.name })}>
                        <MoreIcon />
                      </IconButton>
                    }
                  />
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      </Part>
      {actions.dialogs}
    </>
  )
}
