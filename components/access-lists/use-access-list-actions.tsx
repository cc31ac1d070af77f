'use client'
import { useQuery } from '@tanstack/react-query'
import Pencil from 'lucide-react/icons/pencil'
import { parseAsString, useQueryState } from 'nuqs'
import { lazy, type ReactNode, Suspense, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { AccessListRecord } from '../../server/domain/access-list/schema.ts'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { useRecordActions } from '../resource/use-record-actions.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'

const AccessListDialogs = lazy(() => import('./access-list-dialogs.tsx'))

/** The one definition of what can be done to an access list. A list has no page: the address opens its form (`edit=3`). */
export function useAccessListActions() {
  const t = useTranslations('resource')
  const trpc = useTRPC()
  const { remove, ...asking } = useRecordActions<AccessListRecord>('accessLists', AccessListDialogs)
  const [named, setNamed] = useQueryState('edit', parseAsString.withOptions({ history: 'push' }))
  // Read anew, so that the form starts with what stands there now.
  const opened = useQuery({
    ...trpc.auth.acl.get.queryOptions({ params: { acl_id: named ?? '' } }),
    enabled: named !== null && named !== '',
  })
  const entries = useCallback(
    (list: AccessListRecord): MenuEntry[] => [
      { label: t('edit'), icon: <Pencil />, href: paths.accessList(list.id) },
      { kind: 'line' },
      remove(list),
    ],
    [remove, t],
  )
  const form =
    named && opened.data ? (
      <Suspense>
        <AccessListDialogs asked={{ command: 'edit', record: opened.data }} onClose={() => void setNamed(null)} />
      </Suspense>
    ) : null
  const dialogs: ReactNode = form ?? asking.dialogs
  return { ...asking, entries, dialogs, openFault: named === null ? null : opened.error }
}
