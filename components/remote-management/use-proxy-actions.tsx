'use client'
import Download from 'lucide-react/icons/download'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import { lazy, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { ProxyLocation } from '../../server/domain/proxy-location/schema.ts'
import { faultToast } from '../api/fault-toast.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { useAsking } from '../form/use-asking.tsx'
import { saveText } from '../import/save-text.ts'
import { DeleteIcon } from '../ui/display/icons.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'

const ProxyDialogs = lazy(() => import('./proxy-dialogs.tsx'))

export type ProxyAsking = { command: 'setUp' } | { command: 'remove'; proxy: ProxyLocation }

/** The one definition of what can be done to the proxy of a location. Put `dialogs` on the page once. */
export function useProxyActions() {
  const t = useTranslations('remote')
  const { proxy: client } = useTRPCClient()
  const { ask, dialogs } = useAsking<ProxyAsking>((asked, close) => <ProxyDialogs asked={asked} onClose={close} />)
  const run = useCallback(
    (work: Promise<unknown>, name: string) => void work.catch(faultToast(t('notBegun', { name }))),
    [t],
  )
  const entries = useCallback(
    (proxy: ProxyLocation): MenuEntry[] => {
      const location_id = proxy.location
      const busy = proxy.status === 'setting_up' ? { disabledReason: t('busy') } : {}
      return [
        {
          label: t(proxy.outdated ? 'commands.update' : 'commands.resetUp'),
          icon: <RefreshCw />,
          ...busy,
          onSelect: () =>
            run(
              proxy.outdated
                ? client.location.update.mutate({ body: { locations: [location_id] } })
                : client.location.resetUp.mutate({ body: { location_id } }),
              proxy.location_name,
            ),
        },
        {
          label: t('commands.compose'),
          icon: <Download />,
          onSelect: () => saveText('compose.yaml', fromBase64(proxy.container_compose), 'application/yaml'),
        },
        { kind: 'line' },
        {
          label: t('commands.remove'),
          icon: <DeleteIcon />,
          danger: true,
          ...busy,
          onSelect: () => ask({ command: 'remove', proxy }),
        },
      ]
    },
    [ask, client, run, t],
  )
  return { entries, ask, dialogs }
}

const fromBase64 = (text: string) => new TextDecoder().decode(Uint8Array.from(atob(text), (one) => one.charCodeAt(0)))
