'use client'
import Plus from 'lucide-react/icons/plus'
import { useTranslations } from 'use-intl'
import type { Server } from '../../../server/domain/server/record.ts'
import { useMe } from '../../api/me.tsx'
import { IpState } from '../../ip/ip-state.tsx'
import { useServerIpActions } from '../../server-ip/use-server-ip-actions.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Copyable } from '../../ui/controls/copy.tsx'
import { Tag } from '../../ui/display/badge.tsx'
import { MoreMenu } from '../../ui/floating/more-menu.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
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
        <Rows
          label={t('addresses')}
          rows={server.ip}
          columns={[
            {
              head: t('address'),
              name: true,
              cell: (ip) => (
                <>
                  <Copyable text={ip.name} /> {ip.is_main ? <Tag>{t('main')}</Tag> : null}
                </>
              ),
            },
            { head: t('status'), cell: ({ status }) => <IpState state={status} /> },
            {
              head: t('gateway'),
              quiet: true,
              wide: true,
              cell: ({ gateway }) => <span className="mono">{gateway}</span>,
            },
            {
              head: t('network'),
              quiet: true,
              wide: true,
              cell: ({ network }) => <span className="mono">{network}</span>,
            },
            { head: t('domain'), quiet: true, wide: true, cell: ({ domain }) => domain },
            {
              head: <span className="sr-only">{words('actions')}</span>,
              right: true,
              className: 'w-10',
              cell: (ip) => <MoreMenu label={words('actionsOf', { name: ip.name })} entries={actions.entries(ip)} />,
            },
          ]}
        />
      </Part>
      {actions.dialogs}
    </>
  )
}
