'use client'
import { useTranslations } from 'use-intl'
import { useTRPCClient } from '../api/trpc.ts'
import { ConfirmAction } from '../form/confirm-action.tsx'
import { DeleteObject } from '../form/delete-object.tsx'
import { paths } from '../paths.ts'
import { EditServer } from './edit-server.tsx'
import { MoveServer } from './move-server.tsx'
import { ServerNode, ServerOwner } from './server-links.tsx'
import type { ServerAsking } from './use-server-actions.tsx'

/** What a command on a server asks before it is done. Loaded with the first of them. */
export default function ServerDialogs({ command, server, onClose }: ServerAsking & { onClose: () => void }) {
  const t = useTranslations('servers')
  const { dci } = useTRPCClient()
  switch (command) {
    case 'edit':
      return <EditServer server={server} onClose={onClose} />
    case 'move':
      return <MoveServer server={server} onClose={onClose} />
    case 'owner':
      return <ServerOwner server={server} onClose={onClose} />
    case 'node':
      return <ServerNode server={server} onClose={onClose} />
    case 'suspend':
      return (
        <ConfirmAction
          title={t('suspend.title', { name: server.name })}
          lost={t('suspend.lost', { count: server.switch_connection.length })}
          name={server.name}
          action={t('commands.suspend')}
          run={() => dci.server.suspend.mutate({ params: { server_id: server.id }, body: {} })}
          onClose={onClose}
        />
      )
    case 'delete':
      return (
        <DeleteObject
          name={server.name}
          lost={t('lost', {
            ports: server.switch_connection.length,
            outlets: server.pdu_connections.length,
            addresses: server.ip.length,
          })}
          action={t('commands.delete')}
          page={paths.server(server.id)}
          list={paths.servers()}
          run={() => dci.server.delete.mutate({ params: { server_id: server.id } })}
          onClose={onClose}
        />
      )
  }
}
