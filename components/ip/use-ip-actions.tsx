'use client'
import Pencil from 'lucide-react/icons/pencil'
import NameIcon from 'lucide-react/icons/signpost'
import { lazy, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { IpRecord } from '../../server/domain/ip/schema.ts'
import { ipLifecycle } from '../../server/domain/ip/states.ts'
import { useAsking } from '../form/use-asking.tsx'
import { paths } from '../paths.ts'
import { DeleteIcon, ServerIcon, VmIcon } from '../ui/display/icons.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'

const IpDialogs = lazy(() => import('./ip-dialogs.tsx'))

export type AddressAsking = { command: 'edit' | 'ptr' | 'release'; address: IpRecord }

/** The one definition of what can be done to an address in use. Put `dialogs` on the page once. */
export function useIpActions() {
  const t = useTranslations('addresses.used')
  const { ask, dialogs } = useAsking<AddressAsking>((asked, close) => <IpDialogs asked={asked} onClose={close} />)
  const entries = useCallback(
    (address: IpRecord): MenuEntry[] => {
      const unless = (action: 'edit' | 'delete', onSelect: () => void) =>
        ipLifecycle.can(action, address.state).ok ? { onSelect } : { disabledReason: t('busy') }
      return [
        ...(address.host
          ? [{ label: t('openHost', { name: address.host.name }), icon: <VmIcon />, href: paths.host(address.host.id) }]
          : []),
        ...(address.server
          ? [
              {
                label: t('openHost', { name: address.server.name }),
                icon: <ServerIcon />,
                href: paths.server(address.server.id),
              },
            ]
          : []),
        { label: t('edit'), icon: <Pencil />, ...unless('edit', () => ask({ command: 'edit', address })) },
        { label: t('ptr'), icon: <NameIcon />, ...unless('edit', () => ask({ command: 'ptr', address })) },
        { kind: 'line' },
        {
          label: t('release'),
          icon: <DeleteIcon />,
          danger: true,
          ...unless('delete', () => ask({ command: 'release', address })),
        },
      ]
    },
    [ask, t],
  )
  return { entries, dialogs }
}
