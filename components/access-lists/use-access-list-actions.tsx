'use client'
import { useQuery } from '@tanstack/react-query'
import Pencil from 'lucide-react/icons/pencil'
import { parseAsString, useQueryState } from 'nuqs'
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { AccessListRecord } from '../../server/domain/access-list/schema.ts'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { DeleteIcon } from '../ui/display/icons.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'
import type { AccessListAsking } from './access-list-dialogs.tsx'

const AccessListDialogs = lazy(() => import('./access-list-dialogs.tsx'))

/** The one definition of what can be done to an access list. A list has no page: the address opens its form (`edit=3`). */
export function useAccessListActions() {
  const t = useTranslations('accessLists.commands')
  const trpc = useTRPC()
  const [asked, ask] = useState<AccessListAsking | null>(null)
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
      { label: t('delete'), icon: <DeleteIcon />, danger: true, onSelect: () => ask({ command: 'delete', list }) },
    ],
    [t],
  )
  const shown: AccessListAsking | null = asked ?? (named && opened.data ? { command: 'edit', list: opened.data } : null)
  const close = () => {
    ask(null)
    if (named !== null) void setNamed(null)
  }
  const dialogs: ReactNode = shown ? (
    <Suspense>
      <AccessListDialogs asked={shown} onClose={close} />
    </Suspense>
  ) : null
  return { entries, ask, dialogs, openFault: named === null ? null : opened.error }
}
