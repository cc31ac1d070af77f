'use client'
import { useFormatter, useTranslations } from 'use-intl'
import type { Disk } from '../../server/domain/disk/schema.ts'
import { useTRPC } from '../api/trpc.ts'
import { ResourceList } from '../resource/resource-list.tsx'
import { gib } from '../ui/display/size.ts'
import { useDiskColumns, useDiskFilters } from './columns.tsx'
import { useDiskListActions } from './use-disk-list-actions.tsx'

const byName = { field: 'name', desc: false }
const views = [
  { key: 'all', filters: [], where: undefined },
  { key: 'free', filters: [{ field: 'host.id', op: 'empty' as const, values: [] }], where: 'host.id IS NULL' },
]

/** Disks of all VMs, and those that belong to none. */
export function DisksPage() {
  const t = useTranslations('disks')
  const format = useFormatter()
  const trpc = useTRPC()
  const actions = useDiskListActions()
  return (
    <ResourceList<Disk>
      id="disks"
      words="disks"
      csv="vm/disk"
      list={trpc.vm.disk.list}
      sort={byName}
      views={views}
      filters={useDiskFilters()}
      columns={useDiskColumns()}
      actions={actions}
      phone={({ host, size_mib }) => ({
        detail: t('phone', {
          size: format.number(gib(size_mib), { maximumFractionDigits: 1 }),
          host: host?.name ?? t('noHost'),
        }),
      })}
      create={actions.createButton()}
    />
  )
}
