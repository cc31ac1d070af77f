'use client'
import { lazy, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { AddressGroup } from '../../server/domain/address-group/schema.ts'
import { useMe } from '../api/me.tsx'
import { useRecordActions } from '../resource/use-record-actions.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'

const AddressGroupDialogs = lazy(() => import('./address-group-dialogs.tsx'))

/** The one definition of what can be done to a group of addresses. Put `dialogs` on the page once. */
export function useAddressGroupActions() {
  const t = useTranslations('addressGroups')
  const { isAdmin } = useMe()
  const { edit, remove, ...asking } = useRecordActions<AddressGroup>('addressGroups', AddressGroupDialogs)
  const entries = useCallback(
    (group: AddressGroup): MenuEntry[] => {
      const off = group.for_all && !isAdmin ? { disabledReason: t('adminsChange') } : undefined
      const count = group.host_count ?? 0
      const used = count > 0 && { disabledReason: t('inUse', { count }) }
      return [{ ...edit(group), ...off }, { kind: 'line' }, remove(group, off ?? used)]
    },
    [edit, remove, isAdmin, t],
  )
  return { entries, ...asking }
}
