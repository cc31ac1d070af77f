'use client'
import { useTranslations } from 'use-intl'
import type { Storage } from '../../server/domain/storage/schema.ts'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { ResourceList } from '../resource/resource-list.tsx'
import { useStorageColumns, useStorageFilters } from './columns.tsx'
import { StorageState } from './storage-state.tsx'
import { useStorageActions } from './use-storage-actions.tsx'

const byName = { field: 'name', desc: false }
const rowHref = ({ id }: Storage) => paths.storage(id)

/** All storages: how full, how they are, and where they are connected. */
export function StoragesPage() {
  const t = useTranslations('storages')
  const trpc = useTRPC()
  const actions = useStorageActions()
  return (
    <ResourceList<Storage>
      id="storages"
      words="storages"
      csv="vm/storage"
      list={trpc.vm.storage.list}
      sort={byName}
      filters={useStorageFilters()}
      columns={useStorageColumns()}
      rowHref={rowHref}
      actions={actions}
      phone={(row) => ({ detail: t(`kinds.${row.kind}`), state: <StorageState of={row} /> })}
      create={actions.createButton()}
    />
  )
}
