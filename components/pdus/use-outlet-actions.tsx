'use client'
import Plug from 'lucide-react/icons/plug'
import Unplug from 'lucide-react/icons/unplug'
import { lazy, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Pdu, PduPort } from '../../server/domain/pdu/schema.ts'
import { apiFault } from '../api/fault.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { useAsking } from '../datacenter/use-asking.tsx'
import { useImpactEntry } from '../impact/impact-entry.tsx'
import { HardwareIcon, PowerIcon } from '../ui/icons.tsx'
import type { MenuEntry } from '../ui/menu-entries.ts'
import { toast } from '../ui/toast.tsx'

const OutletDialogs = lazy(() => import('./outlet-dialogs.tsx'))

export type OutletAsking = { command: 'connect' | 'off' | 'service'; outlet: PduPort; pdu_name: string }

/** What can be done to an outlet of a PDU. Put `dialogs` on the page once. */
export function useOutletActions({ id, name: pdu_name }: Pick<Pdu, 'id' | 'name'>) {
  const t = useTranslations('gear.outlet')
  const { dci } = useTRPCClient()
  const impact = useImpactEntry()
  const { ask, dialogs } = useAsking<OutletAsking>((asked, close) => <OutletDialogs {...asked} onClose={close} />)
  const said = useCallback(
    (outlet: PduPort, call: Promise<unknown>) =>
      void call.catch((fault: unknown) =>
        toast({ kind: 'fault', title: t('notDone', { identity: outlet.identity }), detail: apiFault(fault).msg }),
      ),
    [t],
  )
  const on = useCallback(
    (outlet: PduPort) => said(outlet, dci.pdu.port.on.mutate({ params: { pdu_id: id, port_id: outlet.id }, body: {} })),
    [dci, id, said],
  )
  const off = useCallback((outlet: PduPort) => ask({ command: 'off', outlet, pdu_name }), [ask, pdu_name])
  /** On at once; off only after a question that names what hangs on it. */
  const toggle = (outlet: PduPort) => (outlet.power_status === 'down' ? on(outlet) : off(outlet))
  const entries = useCallback(
    (outlet: PduPort): MenuEntry[] => {
      const params = { pdu_id: id, port_id: outlet.id }
      const busy = outlet.task_id === null ? {} : { disabledReason: t('changing') }
      const { server } = outlet
      const taken = outlet.connection_type === 'free' ? {} : { disabledReason: t('taken') }
      return [
        { label: t('on'), icon: <PowerIcon />, ...busy, onSelect: () => on(outlet) },
        { label: t('off'), icon: <PowerIcon />, danger: true, ...busy, onSelect: () => off(outlet) },
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
              ...taken,
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
              ...taken,
              onSelect: () => ask({ command: 'service', outlet, pdu_name }),
            },
      ]
    },
    [ask, dci, id, impact, off, on, pdu_name, said, t],
  )
  return { entries, toggle, dialogs }
}
