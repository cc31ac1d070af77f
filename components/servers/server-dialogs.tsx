'use client'
import { useTranslations } from 'use-intl'
import { useTRPCClient } from '../api/trpc.ts'
import { ConfirmAction } from '../form/confirm-action.tsx'
import { paths } from '../paths.ts'
import { RecordDialogs } from '../resource/record-dialogs.tsx'
import type { DialogsProps } from '../resource/use-record-actions.tsx'
import { EditServer } from './edit-server.tsx'
import { MoveServer } from './move-server.tsx'
import { ServerNode, ServerOwner } from './server-links.tsx'
import type { ServerAsking } from './use-server-actions.tsx'

/** Dialogs of the commands on servers. */
export default function ServerDialogs({ asked, onClose }: DialogsProps<ServerAsking>) {
  const t = useTranslations('servers')
  const { dci } = useTRPCClient()
  switch (asked.command) {
    case 'move':
      return <MoveServer server={asked.record} onClose={onClose} />
    case 'owner':
      return <ServerOwner server={asked.record} onClose={onClose} />
    case 'node':
      return <ServerNode server={asked.record} onClose={onClose} />
    case 'suspend': {
      const { id, name, switch_connection } = asked.record
      return (
        <ConfirmAction
          title={t('suspend.title', { name })}
          lost={t('suspend.lost', { count: switch_connection.length })}
          name={name}
          action={t('commands.suspend')}
          run={() => dci.server.suspend.mutate({ params: { server_id: id }, body: {} })}
          onClose={onClose}
        />
      )
    }
    default:
      return (
        <RecordDialogs
          asked={asked}
          onClose={onClose}
          words="servers"
          form={({ record }) => record && <EditServer server={record} onClose={onClose} />}
          remove={({ id, switch_connection, pdu_connections, ip }) => ({
            lost: t('lost', { ports: switch_connection.length, outlets: pdu_connections.length, addresses: ip.length }),
            page: paths.server(id),
            list: paths.servers(),
            run: () => dci.server.delete.mutate({ params: { server_id: id } }),
          })}
        />
      )
  }
}
