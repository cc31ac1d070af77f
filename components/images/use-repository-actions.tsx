'use client'
import Pencil from 'lucide-react/icons/pencil'
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Repository } from '../../server/domain/repository/schema.ts'
import { apiFault } from '../api/fault.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { DeleteIcon, RestartIcon } from '../ui/icons.tsx'
import type { MenuEntry } from '../ui/menu-entries.ts'
import { toast } from '../ui/toast.tsx'

const RepositoryDialogs = lazy(() => import('./repository-dialogs.tsx'))

/** What asks something first; `add` belongs to no repository yet. */
export type RepositoryAsking = { command: 'add' } | { command: 'edit' | 'delete'; repository: Repository }

/** The one definition of what can be done to a repository. Put `dialogs` on the page once. */
export function useRepositoryActions() {
  const t = useTranslations('images.repositories')
  const client = useTRPCClient()
  const [asked, ask] = useState<RepositoryAsking | null>(null)
  const entries = useCallback(
    (repository: Repository): MenuEntry[] => [
      {
        label: t('read'),
        icon: <RestartIcon />,
        // An address that is given is read again, also when it is the same.
        onSelect: () => {
          const { id, name, url } = repository
          client.vm.repository.edit
            .mutate({ params: { repository_id: id }, body: { name, ...(url && { url }) } })
            .catch((fault: unknown) =>
              toast({ kind: 'fault', title: t('notRead', { name }), detail: apiFault(fault).msg }),
            )
        },
      },
      { label: t('edit'), icon: <Pencil />, onSelect: () => ask({ command: 'edit', repository }) },
      { kind: 'line' },
      {
        label: t('delete'),
        icon: <DeleteIcon />,
        danger: true,
        onSelect: () => ask({ command: 'delete', repository }),
      },
    ],
    [t, client],
  )
  const dialogs: ReactNode = asked ? (
    <Suspense>
      <RepositoryDialogs asked={asked} onClose={() => ask(null)} />
    </Suspense>
  ) : null
  return { entries, ask, dialogs }
}

export type RepositoryActions = ReturnType<typeof useRepositoryActions>
