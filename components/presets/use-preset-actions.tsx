'use client'
import { useQuery } from '@tanstack/react-query'
import Pencil from 'lucide-react/icons/pencil'
import { parseAsInteger, useQueryState } from 'nuqs'
import { lazy, type ReactNode, Suspense, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Preset } from '../../server/domain/preset/record.ts'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { useRecordActions } from '../resource/use-record-actions.tsx'
import { VmIcon } from '../ui/display/icons.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'

const PresetDialogs = lazy(() => import('./preset-dialogs.tsx'))

/** The VMs that were made with a preset. */
export const hostsWith = ({ id }: Pick<Preset, 'id'>) => paths.hosts({ f: `preset:is:${id}` })

/** The one definition of what can be done to a preset. A preset has no page: the address opens its form (`edit=3`). */
export function usePresetActions() {
  const t = useTranslations('presets')
  const common = useTranslations('resource')
  const trpc = useTRPC()
  const { remove, ...asking } = useRecordActions<Preset>('presets', PresetDialogs)
  const [named, setNamed] = useQueryState('edit', parseAsInteger.withOptions({ history: 'push' }))
  // Read anew, so that the form starts with what stands there now.
  const opened = useQuery({
    ...trpc.vm.preset.get.queryOptions({ params: { preset_id: named ?? 0 } }),
    enabled: named !== null,
  })
  const entries = useCallback(
    (preset: Preset): MenuEntry[] => [
      { label: common('edit'), icon: <Pencil />, href: paths.preset(preset.id) },
      { label: t('showHosts'), icon: <VmIcon />, href: hostsWith(preset) },
      { kind: 'line' },
      remove(preset),
    ],
    [remove, t, common],
  )
  const form =
    named !== null && opened.data ? (
      <Suspense>
        <PresetDialogs asked={{ command: 'edit', record: opened.data }} onClose={() => void setNamed(null)} />
      </Suspense>
    ) : null
  const dialogs: ReactNode = form ?? asking.dialogs
  return { ...asking, entries, dialogs, openFault: named === null ? null : opened.error }
}
