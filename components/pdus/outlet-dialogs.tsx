'use client'
import { useTranslations } from 'use-intl'
import { outletVerbs } from '../../server/domain/power/vocabulary.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { ConnectServer, MarkService } from '../devices/cable-dialogs.tsx'
import { ConfirmAction } from '../form/confirm-action.tsx'
import { ImpactLine } from '../impact/impact-line.tsx'
import type { OutletAsking } from './use-outlet-actions.tsx'

/** What a command on an outlet asks before it is done. Loaded with the first of them. */
export default function OutletDialogs({ command, outlet, pdu_name, onClose }: OutletAsking & { onClose: () => void }) {
  const t = useTranslations('device.outlet')
  const words = useTranslations('powerWords')
  const { dci } = useTRPCClient()
  const params = { pdu_id: outlet.pdu, port_id: outlet.id }
  const name = t('full', { pdu: pdu_name, identity: outlet.identity })
  if (command === 'connect')
    return (
      <ConnectServer
        title={t('connectTitle', { name })}
        onClose={onClose}
        connect={(server_id) => dci.pdu.connection.create.mutate({ body: { server_id, pdu_port_id: outlet.id } })}
      />
    )
  if (command === 'service')
    return (
      <MarkService
        title={t('serviceTitle', { name })}
        onClose={onClose}
        mark={(connection_type_info) =>
          dci.pdu.port.service.mutate({ params, body: { is_service: true, connection_type_info } })
        }
      />
    )
  const verb = outletVerbs[command]
  return (
    <ConfirmAction
      title={words(`titles.${verb}`, { name })}
      lost={
        <>
          <p>{words(`lost.${verb}`)}</p>
          {outlet.server ? (
            <>
              {t('offServer', { server: outlet.server.name })}
              <ImpactLine kind="outlet" id={outlet.id} />
            </>
          ) : outlet.is_service ? (
            t('offService', { what: outlet.connection_type_info || t('service') })
          ) : (
            t('offFree')
          )}
        </>
      }
      action={words(`verbs.${verb}`)}
      run={() => dci.pdu.port[command].mutate({ params, body: {} })}
      onClose={onClose}
    />
  )
}
