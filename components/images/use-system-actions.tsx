'use client'
import Pencil from 'lucide-react/icons/pencil'
import { lazy, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Os } from '../../server/domain/os/schema.ts'
import { useAsking } from '../form/use-asking.tsx'
import { DeleteIcon } from '../ui/display/icons.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'

const SystemDialogs = lazy(() => import('./system-dialogs.tsx'))

export type SystemAsking = { command: 'edit' | 'delete'; os: Os }

/** The one definition of what can be done to a system. Put `dialogs` on the page once. */
export function useSystemActions() {
  const t = useTranslations('images.systems')
  const { ask, dialogs } = useAsking<SystemAsking>((asked, close) => <SystemDialogs asked={asked} onClose={close} />)
  const entries = useCallback(
    (os: Os): MenuEntry[] => [
      { label: t('edit'), icon: <Pencil />, onSelect: () => ask({ command: 'edit', os }) },
      { kind: 'line' },
      { label: t('delete'), icon: <DeleteIcon />, danger: true, onSelect: () => ask({ command: 'delete', os }) },
    ],
    [ask, t],
  )
  return { entries, dialogs }
}
