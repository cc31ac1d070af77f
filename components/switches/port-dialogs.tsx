'use client'
import { useTranslations } from 'use-intl'
import { useTRPCClient } from '../api/trpc.ts'
import { ConnectServer, MarkService } from '../devices/cable-dialogs.tsx'
import { ConfirmAction } from '../form/confirm-action.tsx'
import { ImpactLine } from '../impact/impact-line.tsx'
import { EditPort } from './edit-port.tsx'
import type { PortAsking } from './use-port-actions.tsx'

/** What a command on a port asks before it is done. Loaded with the first of them. */
export default function PortDialogs(props: PortAsking & { onClose: () => void }) {
  const { command, port, switch_name, location_id, onClose } = props
  const t = useTranslations('device.port')
  const { dci } = useTRPCClient()
  const params = { switch_id: port.switch, port_id: port.id }
  const name = t('full', { switch: switch_name, port: port.name || port.if_index })
  switch (command) {
    case 'connect':
      return (
        <ConnectServer
          title={t('connectTitle', { name })}
          onClose={onClose}
          connect={(server_id) => dci.switch.connection.create.mutate({ body: { server_id, switch_port_id: port.id } })}
        />
      )
    case 'service':
      return (
        <MarkService
          title={t('serviceTitle', { name })}
          onClose={onClose}
          mark={(connection_type_info) =>
            dci.switch.port.service.mutate({ params, body: { is_service: true, connection_type_info } })
          }
        />
      )
    case 'edit':
      return <EditPort port={port} location_id={location_id} title={t('editTitle', { name })} onClose={onClose} />
    case 'off':
      return (
        <ConfirmAction
          title={t('offTitle', { name })}
          lost={
            <>
              {port.server
                ? t('offServer', { server: port.server.name })
                : port.is_uplink
                  ? t('offUplink')
                  : t('offFree')}
              {port.server ? <ImpactLine kind="port" id={port.id} /> : null}
            </>
          }
          // Cutting a server off asks for its name.
          {...(port.server && { name: port.server.name })}
          action={t('off')}
          run={() => dci.switch.port.off.mutate({ params, body: {} })}
          onClose={onClose}
        />
      )
  }
}
