'use client'
import { lazy, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Repository } from '../../server/domain/repository/schema.ts'
import { faultToast } from '../api/fault-toast.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { useRecordActions } from '../resource/use-record-actions.tsx'
import { usePlainBulk } from '../table/use-plain-bulk.tsx'
import { RestartIcon } from '../ui/display/icons.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'

const RepositoryDialogs = lazy(() => import('./repository-dialogs.tsx'))

/** The one definition of what can be done to a repository. Put `dialogs` on the page once. */
export function useRepositoryActions() {
  const t = useTranslations('images.repositories')
  const client = useTRPCClient()
  const { edit, remove, ...asking } = useRecordActions<Repository>('images.repositories', RepositoryDialogs)
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
      edit(repository),
      { kind: 'line' },
      remove(repository),
    ],
    [edit, remove, t, read],
  )
  return { entries, bulk, read, ...asking }
}

export type RepositoryActions = ReturnType<typeof useRepositoryActions>
