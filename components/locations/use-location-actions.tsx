'use client'
import Download from 'lucide-react/icons/download'
import Pencil from 'lucide-react/icons/pencil'
import Plug from 'lucide-react/icons/plug'
import { lazy, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Location } from '../../server/domain/location/schema.ts'
import { apiFault } from '../api/fault.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { useAsking } from '../form/use-asking.tsx'
import { saveText } from '../import/save-text.ts'
import { paths } from '../paths.ts'
import { DeleteIcon, RackIcon } from '../ui/display/icons.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'
import { toast } from '../ui/floating/toast.tsx'

const LocationDialogs = lazy(() => import('./location-dialogs.tsx'))

export type LocationAsking = { command: 'create' } | { command: 'edit' | 'delete'; location: Location }

/** The one definition of what can be done to a location. Put `dialogs` on the page once. */
export function useLocationActions() {
  const t = useTranslations('locations')
  const { dci } = useTRPCClient()
  const { ask, dialogs } = useAsking<LocationAsking>((asked, close) => (
    <LocationDialogs asked={asked} onClose={close} />
  ))
  const check = useCallback(
    (location: Location) =>
      dci.location.check
        .mutate({ params: { location_id: location.id }, body: {} })
        .catch((fault: unknown) =>
          toast({ kind: 'fault', title: t('notChecked', { name: location.name }), detail: apiFault(fault).msg }),
        ),
    [dci, t],
  )
  const save = useCallback(
    async ({ id, name }: Location) => {
      try {
        const file = await dci.import.export.query({ params: { location_id: id } })
        saveText(file.name, file.text, 'application/yaml')
      } catch (fault) {
        toast({ kind: 'fault', title: t('notExported', { name }), detail: apiFault(fault).msg })
      }
    },
    [dci, t],
  )
  const entries = useCallback(
    (location: Location): MenuEntry[] => [
      { label: t('commands.check'), icon: <Plug />, onSelect: () => void check(location) },
      { label: t('commands.racks'), icon: <RackIcon />, href: paths.racks({ location: location.id }) },
      { label: t('commands.export'), icon: <Download />, onSelect: () => void save(location) },
      { kind: 'line' },
      { label: t('commands.edit'), icon: <Pencil />, onSelect: () => ask({ command: 'edit', location }) },
      {
        label: t('commands.delete'),
        icon: <DeleteIcon />,
        danger: true,
        ...(location.rack_count > 0 && {
          disabledReason: t('inUse', { count: location.rack_count }),
          fix: { label: t('commands.racks'), href: paths.racks({ location: location.id }) },
        }),
        onSelect: () => ask({ command: 'delete', location }),
      },
    ],
    [ask, check, save, t],
  )
  return { entries, check, ask, dialogs }
}
