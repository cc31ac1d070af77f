'use client'
import Copy from 'lucide-react/icons/copy'
import FolderInput from 'lucide-react/icons/folder-input'
import MoveRight from 'lucide-react/icons/move-right'
import { lazy, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Image } from '../../server/domain/image/schema.ts'
import { imageLifecycle } from '../../server/domain/image/states.ts'
import { useMe } from '../api/me.tsx'
import { type Asking, useRecordActions } from '../resource/use-record-actions.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'

const ImageDialogs = lazy(() => import('./image-dialogs.tsx'))

export type AskedOfImage = Asking<Image, 'copy' | 'move' | 'relocate'>

/** The one definition of what can be done to an image of a VM. Put `dialogs` on the page once. */
export function useImageActions() {
  const t = useTranslations('vmImages')
  const { isAdmin, account_id } = useMe()
  const { ask, edit, remove, dialogs } = useRecordActions<Image, AskedOfImage>('vmImages', ImageDialogs)
  const entries = useCallback(
    (image: Image): MenuEntry[] => {
      if (!isAdmin && image.account_id !== account_id) return []
      const off = (action: 'copy' | 'move' | 'delete') => !imageLifecycle.can(action, image.state).ok
      const standing = image.linked_clone_count > 0
      const transfer = (command: 'copy' | 'move' | 'relocate', icon: MenuEntry): MenuEntry => {
        const why = off('copy') ? t('moving') : standing && command === 'relocate' ? t('standing') : undefined
        return {
          label: t(command),
          ...icon,
          disabledReason: why,
          onSelect: () => ask({ command, record: image }),
        } as MenuEntry
      }
      const hindrance = off('delete')
        ? { disabledReason: t('moving') }
        : standing
          ? { disabledReason: t('standing') }
          : false
      return [
        edit(image),
        ...(isAdmin
          ? [
              transfer('copy', { icon: <Copy /> } as MenuEntry),
              transfer('move', { icon: <MoveRight /> } as MenuEntry),
              transfer('relocate', { icon: <FolderInput /> } as MenuEntry),
            ]
          : []),
        { kind: 'line' },
        remove(image, hindrance),
      ]
    },
    [ask, edit, remove, t, isAdmin, account_id],
  )
  return { entries, dialogs }
}

export type ImageActions = ReturnType<typeof useImageActions>
