'use client'
import { lazy, useCallback } from 'react'
import type { Os } from '../../server/domain/os/schema.ts'
import { useRecordActions } from '../resource/use-record-actions.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'

const SystemDialogs = lazy(() => import('./system-dialogs.tsx'))

/** The one definition of what can be done to a system. Put `dialogs` on the page once. */
export function useSystemActions() {
  const { edit, remove, dialogs } = useRecordActions<Os>('images.systems', SystemDialogs)
  const entries = useCallback((os: Os): MenuEntry[] => [edit(os), { kind: 'line' }, remove(os)], [edit, remove])
  return { entries, dialogs }
}
