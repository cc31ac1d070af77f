'use client'
import ArrowUpFromLine from 'lucide-react/icons/arrow-up-from-line'
import Pencil from 'lucide-react/icons/pencil'
import Plug from 'lucide-react/icons/plug'
import Unplug from 'lucide-react/icons/unplug'
import { lazy, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { type PortAction, whyNotPort } from '../../server/domain/switch/port-rules.ts'
import type { Switch, SwitchPort } from '../../server/domain/switch/record.ts'
import { faultToast } from '../api/fault-toast.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { useAsking } from '../form/use-asking.tsx'
import { useImpactEntry } from '../impact/impact-entry.tsx'
import { HardwareIcon, PowerIcon } from '../ui/display/icons.tsx'
import type { MenuEntry, MenuItem } from '../ui/floating/menu-entries.ts'

const PortDialogs = lazy(() => import('./port-dialogs.tsx'))

export type PortAsking = {
  command: 'connect' | 'off' | 'edit' | 'service'
  port: SwitchPort
  switch_name: string
  location_id: number
}

/** What can be done to a port of a switch. Put `dialogs` on the page once. */
export function usePortActions({ id, name: switch_name, location_id }: Pick<Switch, 'id' | 'name' | 'location_id'>) {
  const t = useTranslations('device.port')
  const { dci } = useTRPCClient()
  const impact = useImpactEntry()
  const { ask, dialogs } = useAsking<PortAsking>((asked, close) => <PortDialogs {...asked} onClose={close} />)
  const items = useCallback(
    (port: SwitchPort): { all: MenuEntry[]; wanted: MenuItem[] } => {
      const name = port.name || port.if_index
      const params = { switch_id: id, port_id: port.id }
      const said = (call: Promise<unknown>) => void call.catch(faultToast(t('notDone', { name })))
      const asks = (command: PortAsking['command']) => () => ask({ command, port, switch_name, location_id })
      const busy = port.task_id === null ? {} : { disabledReason: t('changing') }
      const off = (action: PortAction) => {
        const reason = whyNotPort(action, port)
        return reason === undefined ? {} : { disabledReason: t(`why.${reason}`) }
      }
      const cable: MenuItem = port.server
        ? {
            label: t('disconnect', { server: port.server.name }),
            icon: <Unplug />,
            ...off('disconnect'),
            onSelect: () =>
              said(dci.switch.connection.delete.mutate({ params: { connection_id: Number(port.connection_id) } })),
          }
        : {
            label: t('connect'),
            icon: <Plug />,
            ...off('connect'),
            onSelect: asks('connect'),
          }
      const marks: MenuEntry[] = [
        {
          label: t(port.is_uplink ? 'noUplink' : 'markUplink'),
          icon: <ArrowUpFromLine />,
          ...off(port.is_uplink ? 'noUplink' : 'uplink'),
          onSelect: () => said(dci.switch.port.uplink.mutate({ params, body: { is_uplink: !port.is_uplink } })),
        },
        {
          label: t(port.is_service ? 'noService' : 'markService'),
          icon: <HardwareIcon />,
          ...off(port.is_service ? 'noService' : 'service'),
          onSelect: port.is_service
            ? () =>
                said(dci.switch.port.service.mutate({ params, body: { is_service: false, connection_type_info: '' } }))
            : asks('service'),
        },
        impact('port', port.id),
      ]
      const edit: MenuItem = { label: t('edit'), icon: <Pencil />, ...off('edit'), ...busy, onSelect: asks('edit') }
      const power: MenuItem =
        port.admin_status === 'down'
          ? {
              label: t('on'),
              icon: <PowerIcon />,
              ...off('on'),
              ...busy,
              onSelect: () => said(dci.switch.port.on.mutate({ params, body: {} })),
            }
          : { label: t('off'), icon: <PowerIcon />, danger: true, ...off('off'), ...busy, onSelect: asks('off') }
      return {
        all: [cable, ...marks, { kind: 'line' }, edit, power],
        wanted: port.connection_type === 'free' ? [cable, edit, power] : [edit, power],
      }
    },
    [ask, dci, id, impact, location_id, switch_name, t],
  )
  const entries = useCallback((port: SwitchPort) => items(port).all, [items])
  const wanted = useCallback((port: SwitchPort) => items(port).wanted, [items])
  return { entries, wanted, dialogs }
}
