'use client'
import Pause from 'lucide-react/icons/pause'
import Upload from 'lucide-react/icons/upload'
import { lazy, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Iso } from '../../server/domain/iso/schema.ts'
import { useMe } from '../api/me.tsx'
import { type Asking, useRecordActions } from '../resource/use-record-actions.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'
import { stopUpload, useUploads } from './uploads.ts'

const IsoDialogs = lazy(() => import('./iso-dialogs.tsx'))

/** `from`: what the form begins with. */
export type AskedOfIso = Asking<Iso, 'resume', { from?: 'file' | 'address' }>

/** The one definition of what can be done to an ISO image. Put `dialogs` on the page once. */
export function useIsoActions() {
  const t = useTranslations('isos')
  const { isAdmin, account_id } = useMe()
  const uploads = useUploads()
  const { ask, edit, remove, dialogs, createButton } = useRecordActions<Iso, AskedOfIso>('isos', IsoDialogs)
  const entries = useCallback(
    (iso: Iso): MenuEntry[] => {
      if (!isAdmin && iso.account?.id !== account_id) return []
      const own = uploads.get(iso.id)
      const sending = own !== undefined && own.fault === null
      const upload: MenuEntry = sending
        ? { label: t('pause'), icon: <Pause />, onSelect: () => stopUpload(iso.id) }
        : { label: t('resume'), icon: <Upload />, onSelect: () => ask({ command: 'resume', record: iso }) }
      const hindrance =
        iso.current_mounts > 0
          ? {
              disabledReason: t('inDrives', {
                names: iso.mounts.map(({ name }) => name).join(', ') || String(iso.current_mounts),
              }),
            }
          : false
      return [...(iso.state === 'uploading' ? [upload] : []), edit(iso), { kind: 'line' }, remove(iso, hindrance)]
    },
    [ask, edit, remove, t, isAdmin, account_id, uploads],
  )
  return { entries, dialogs, createButton }
}

export type IsoActions = ReturnType<typeof useIsoActions>
