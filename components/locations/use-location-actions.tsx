'use client'
import Download from 'lucide-react/icons/download'
import Plug from 'lucide-react/icons/plug'
import { lazy, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Location } from '../../server/domain/location/schema.ts'
import { faultToast } from '../api/fault-toast.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { saveText } from '../import/save-text.ts'
import { paths } from '../paths.ts'
import { useRecordActions } from '../resource/use-record-actions.tsx'
import { RackIcon } from '../ui/display/icons.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'

const LocationDialogs = lazy(() => import('./location-dialogs.tsx'))

/** The one definition of what can be done to a location. Put `dialogs` on the page once. */
export function useLocationActions() {
  const t = useTranslations('locations')
  const { dci } = useTRPCClient()
  const { edit, remove, ...asking } = useRecordActions<Location>('locations', LocationDialogs)
  const check = useCallback(
    (location: Location) =>
      dci.location.check
        .mutate({ params: { location_id: location.id }, body: {} })
        .catch(faultToast(t('notChecked', { name: location.name }))),
    [dci, t],
  )
  const save = useCallback(
    async ({ id, name }: Location) => {
      try {
        const file = await dci.import.export.query({ params: { location_id: id } })
        saveText(file.name, file.text, 'application/yaml')
      } catch (fault) {
        faultToast(t('notExported', { name }))(fault)
      }
    },
    [dci, t],
  )
  const entries = useCallback(
    (location: Location): MenuEntry[] => {
      const racks = { label: t('commands.racks'), href: paths.racks({ location: location.id }) }
      const count = location.rack_count
      return [
        { label: t('commands.check'), icon: <Plug />, onSelect: () => void check(location) },
        { ...racks, icon: <RackIcon /> },
        { label: t('commands.export'), icon: <Download />, onSelect: () => void save(location) },
        { kind: 'line' },
        edit(location),
        remove(location, count > 0 && { disabledReason: t('inUse', { count }), fix: racks }),
      ]
    },
    [edit, remove, check, save, t],
  )
  return { entries, check, ...asking }
}
