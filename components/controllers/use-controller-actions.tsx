'use client'
import Lightbulb from 'lucide-react/icons/lightbulb'
import Pencil from 'lucide-react/icons/pencil'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { lazy, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { controllerKinds } from '../../server/domain/ipmi/kinds.ts'
import type { Ipmi } from '../../server/domain/ipmi/schema.ts'
import { faultToast } from '../api/fault-toast.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { useAsking } from '../form/use-asking.tsx'
import { DeleteIcon } from '../ui/display/icons.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'
import { toast } from '../ui/floating/toast.tsx'

const ControllerDialogs = lazy(() => import('./controller-dialogs.tsx'))

/** Seconds that the locator LED of a server blinks: as long as controllers count. */
const LIGHT_S = 240

export type ControllerAsking =
  | { command: 'add'; server: { id: number; name: string } }
  | { command: 'edit' | 'remove' | 'trust' | 'clear'; controller: Ipmi }
  | { command: 'platform'; name: string }

/** The one definition of what can be done to a management controller. Put `dialogs` on the page once. */
export function useControllerActions() {
  const t = useTranslations('controllers')
  const { dci } = useTRPCClient()
  const { ask, dialogs } = useAsking<ControllerAsking>((asked, close) => (
    <ControllerDialogs asked={asked} onClose={close} />
  ))
  const said = useCallback((call: Promise<unknown>, title: string) => void call.catch(faultToast(title)), [])
  const poll = useCallback(
    ({ id, server_name: name }: Ipmi) =>
      said(dci.ipmi.poll.mutate({ params: { ipmi_id: id }, body: {} }), t('notPolled', { name })),
    [dci, said, t],
  )
  const light = useCallback(
    ({ id, server_name: name }: Ipmi, seconds: number) =>
      said(
        dci.ipmi.sensor.identify
          .mutate({ params: { ipmi_id: id }, body: { seconds } })
          .then(() => toast({ kind: 'ok', title: t(seconds > 0 ? 'lightOn' : 'lightOff', { name }) })),
        t('notLit', { name }),
      ),
    [dci, said, t],
  )
  const entries = useCallback(
    (controller: Ipmi): MenuEntry[] => [
      { label: t('commands.poll'), icon: <RefreshCw />, onSelect: () => poll(controller) },
      ...(controllerKinds[controller.type].capabilities.light === null
        ? []
        : [
            { label: t('commands.light'), icon: <Lightbulb />, onSelect: () => light(controller, LIGHT_S) },
            { label: t('commands.dark'), icon: <Lightbulb />, onSelect: () => light(controller, 0) },
          ]),
      ...(controller.status_info.identity_changed
        ? [
            {
              label: t('commands.trust'),
              icon: <ShieldCheck />,
              onSelect: () => ask({ command: 'trust', controller }),
            },
          ]
        : []),
      { kind: 'line' },
      { label: t('commands.edit'), icon: <Pencil />, onSelect: () => ask({ command: 'edit', controller }) },
      {
        label: t('commands.remove'),
        icon: <DeleteIcon />,
        danger: true,
        onSelect: () => ask({ command: 'remove', controller }),
      },
    ],
    [ask, light, poll, t],
  )
  return { entries, poll, ask, dialogs }
}
export type ControllerActions = ReturnType<typeof useControllerActions>
