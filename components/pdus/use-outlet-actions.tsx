'use client'
import Plug from 'lucide-react/icons/plug'
import Unplug from 'lucide-react/icons/unplug'
import Zap from 'lucide-react/icons/zap'
import { lazy, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { type OutletAction, whyNotOutlet } from '../../server/domain/pdu/outlet-rules.ts'
import type { Pdu, PduPort } from '../../server/domain/pdu/schema.ts'
import { isForced, outletVerbs } from '../../server/domain/power/vocabulary.ts'
import { faultToast } from '../api/fault-toast.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { useAsking } from '../form/use-asking.tsx'
import { useImpactEntry } from '../impact/impact-entry.tsx'
import { HardwareIcon, PowerIcon, StartIcon } from '../ui/display/icons.tsx'
import type { MenuEntry, MenuItem } from '../ui/floating/menu-entries.ts'

const OutletDialogs = lazy(() => import('./outlet-dialogs.tsx'))

export type OutletAsking = { command: 'connect' | 'off' | 'cycle' | 'service'; outlet: PduPort; pdu_name: string }

type PowerCommand = keyof typeof outletVerbs
const powerIcons = { on: <StartIcon />, off: <PowerIcon />, cycle: <Zap /> }

/** What can be done to an outlet of a PDU. Put `dialogs` on the page once. */
export function useOutletActions({ id, name: pdu_name }: Pick<Pdu, 'id' | 'name'>) {
  const t = useTranslations('device.outlet')
  const words = useTranslations('powerWords.verbs')
  const { dci } = useTRPCClient()
  const impact = useImpactEntry()
  const { ask, dialogs } = useAsking<OutletAsking>((asked, close) => <OutletDialogs {...asked} onClose={close} />)
  const said = useCallback(
    (outlet: PduPort, call: Promise<unknown>) =>
      void call.catch(faultToast(t('notDone', { identity: outlet.identity }))),
    [t],
  )
  const on = useCallback(
    (outlet: PduPort) => said(outlet, dci.pdu.port.on.mutate({ params: { pdu_id: id, port_id: outlet.id }, body: {} })),
    [dci, id, said],
  )
  /** The sentence why something cannot be done, or undefined. */
  const why = useCallback(
    (action: OutletAction, outlet: PduPort): string | undefined => {
      const reason = whyNotOutlet(action, outlet)
      return reason && t(`why.${reason}`)
    },
    [t],
  )
  const entries = useCallback(
    (outlet: PduPort): MenuEntry[] => {
      const params = { pdu_id: id, port_id: outlet.id }
      const off = (action: OutletAction) => {
        const disabledReason = why(action, outlet)
        return disabledReason === undefined ? {} : { disabledReason }
      }
      const power = (command: PowerCommand): MenuItem => ({
        label: words(outletVerbs[command]),
        icon: powerIcons[command],
        danger: isForced(outletVerbs[command]),
        ...(outlet.task_id === null ? off(command) : { disabledReason: t('changing') }),
        onSelect: () => (command === 'on' ? on(outlet) : ask({ command, outlet, pdu_name })),
      })
      const { server } = outlet
      return [
        power(outlet.power_status === 'down' ? 'on' : 'off'),
        ...(outlet.power_status === 'unknown' ? [power('on')] : []),
        power('cycle'),
        impact('outlet', outlet.id),
        { kind: 'line' },
        server
          ? {
              label: t('disconnect', { server: server.name }),
              icon: <Unplug />,
              onSelect: () =>
                said(outlet, dci.pdu.connection.delete.mutate({ params: { connection_id: server.connection_id } })),
            }
          : {
              label: t('connect'),
              icon: <Plug />,
              ...off('connect'),
              onSelect: () => ask({ command: 'connect', outlet, pdu_name }),
            },
        outlet.is_service
          ? {
              label: t('noService'),
              icon: <HardwareIcon />,
              onSelect: () =>
                said(
                  outlet,
                  dci.pdu.port.service.mutate({ params, body: { is_service: false, connection_type_info: '' } }),
                ),
            }
          : {
              label: t('markService'),
              icon: <HardwareIcon />,
              ...off('service'),
              onSelect: () => ask({ command: 'service', outlet, pdu_name }),
            },
      ]
    },
    [ask, dci, id, impact, on, pdu_name, said, t, why, words],
  )
  return { entries, on, dialogs }
}
