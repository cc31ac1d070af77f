'use client'
import Pencil from 'lucide-react/icons/pencil'
import { lazy, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Repository } from '../../server/domain/repository/schema.ts'
import { faultToast } from '../api/fault-toast.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { useAsking } from '../form/use-asking.tsx'
import { paths } from '../paths.ts'
import { usePlainBulk } from '../table/use-plain-bulk.tsx'
import { DeleteIcon, RestartIcon } from '../ui/display/icons.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'

const RepositoryDialogs = lazy(() => import('./repository-dialogs.tsx'))

/** What asks something first; `add` belongs to no repository yet. */
export type RepositoryAsking = { command: 'add' } | { command: 'edit' | 'delete'; repository: Repository }

/** The one definition of what can be done to a repository. Put `dialogs` on the page once. */
export function useRepositoryActions() {
  const t = useTranslations('images.repositories')
  const client = useTRPCClient()
  const { ask, dialogs } = useAsking<RepositoryAsking>((asked, close) => (
    <RepositoryDialogs asked={asked} onClose={close} />
  ))
  // An address that is given is read again, also when it is the same.
  const read = useCallback(
    ({ id, name, url }: Repository) =>
      client.vm.repository.edit.mutate({ params: { repository_id: id }, body: { name, ...(url && { url }) } }),
    [client],
  )
  const plainBulk = usePlainBulk()
  const bulk = [
    plainBulk<Repository>({
      id: 'read',
      label: t('read'),
      icon: <RestartIcon />,
      href: () => paths.images('repositories'),
      each: async (repository) => {
        await read(repository)
        return null
      },
    }),
  ]
  const entries = useCallback(
    (repository: Repository): MenuEntry[] => [
      {
        label: t('read'),
        icon: <RestartIcon />,
        onSelect: () => void read(repository).catch(faultToast(t('notRead', { name: repository.name }))),
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
    [ask, t, read],
  )
  return { entries, bulk, ask, dialogs }
}

export type RepositoryActions = ReturnType<typeof useRepositoryActions>
