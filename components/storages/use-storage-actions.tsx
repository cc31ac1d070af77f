'use client'
import ListChecks from 'lucide-react/icons/list-checks'
import Plug from 'lucide-react/icons/plug'
import { lazy, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { storageKind } from '../../server/domain/storage/kinds.ts'
import type { Storage } from '../../server/domain/storage/schema.ts'
import { faultToast } from '../api/fault-toast.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { type Asking, useRecordActions } from '../resource/use-record-actions.tsx'
import { ClusterIcon } from '../ui/display/icons.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'

const StorageDialogs = lazy(() => import('./storage-dialogs.tsx'))

export type StorageAsking = Asking<Storage, 'attach'>

/** The one definition of what can be done to a storage. Put `dialogs` on the page once. */
export function useStorageActions() {
  const t = useTranslations('storages')
  const { vm } = useTRPCClient()
  const { edit, remove, ask, ...asking } = useRecordActions<Storage, StorageAsking>('storages', StorageDialogs)
  const check = useCallback(
    async ({ id, name, clusters }: Storage) => {
      const calls = clusters.map((one) =>
        vm.cluster.checkStorage.mutate({ params: { cluster_id: one.id, storage_id: id } }),
      )
      await Promise.all(calls).catch(faultToast(t('notChecked', { name })))
    },
    [vm, t],
  )
  const compare = useCallback(
    ({ id, name }: Storage) =>
      vm.storage.compare.mutate({ params: { storage_id: id } }).catch(faultToast(t('notCompared', { name }))),
    [vm, t],
  )
  const setState = useCallback(
    ({ id, name }: Storage, state: 'active' | 'disabled') =>
      vm.storage.changeState
        .mutate({ params: { storage_id: id }, body: { state } })
        .catch(faultToast(t('notChanged', { name }))),
    [vm, t],
  )
  const entries = useCallback(
    (storage: Storage): MenuEntry[] => {
      const { connects } = storageKind[storage.kind]
      const away = storage.clusters.length === 0 ? t('attachedNowhere') : undefined
      return [
        {
          label: t('attach'),
          icon: <ClusterIcon />,
          ...(!connects && { disabledReason: t('notYet', { kind: t(`kinds.${storage.kind}`) }) }),
          onSelect: () => ask({ command: 'attach', record: storage }),
        },
        {
          label: t('check'),
          icon: <Plug />,
          disabledReason: away,
          onSelect: () => void check(storage),
        },
        {
          label: t('compare'),
          icon: <ListChecks />,
          disabledReason: away,
          onSelect: () => void compare(storage),
        },
        { kind: 'line' },
        edit(storage),
        storage.enabled
          ? { label: t('disable'), onSelect: () => void setState(storage, 'disabled') }
          : { label: t('enable'), onSelect: () => void setState(storage, 'active') },
        remove(
          storage,
          storage.disk_count > 0
            ? { disabledReason: t('inUse', { count: storage.disk_count }) }
            : storage.clusters.length > 0 && { disabledReason: t('stillAttached', { count: storage.clusters.length }) },
        ),
      ]
    },
    [edit, remove, ask, check, compare, setState, t],
  )
  return { entries, ask, check, ...asking }
}
