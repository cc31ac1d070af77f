'use client'
import { lazy, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Os } from '../../server/domain/os/schema.ts'
import { type Asking, useRecordActions } from '../resource/use-record-actions.tsx'
import { NodeIcon } from '../ui/display/icons.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'

const SystemDialogs = lazy(() => import('./system-dialogs.tsx'))

export type AskedOfSystem = Asking<Os, 'nodes'>

/** The one definition of what can be done to a system. Put `dialogs` on the page once. */
export function useSystemActions() {
  const t = useTranslations('images.onNodes')
  const { ask, edit, remove, dialogs } = useRecordActions<Os, AskedOfSystem>('images.systems', SystemDialogs)
  const entries = useCallback(
    (os: Os): MenuEntry[] => [
      edit(os),
      { label: t('show'), icon: <NodeIcon />, onSelect: () => ask({ command: 'nodes', record: os }) },
      { kind: 'line' },
      remove(os),
    ],
    [ask, edit, remove, t],
  )
  return { entries, dialogs }
}
