'use client'
import { useQuery } from '@tanstack/react-query'
import type { AnyBackup } from '../../server/domain/backup/schema.ts'
import type { Host } from '../../server/domain/host/record.ts'
import { useTRPC } from '../api/trpc.ts'

/** A disk that is restored, sizes in MiB. */
export type PlannedDisk = { name: string; backed_up: number; now: number }

export type RestorePlan = {
  disks: PlannedDisk[]
  /** Disks of the VM that stay as they are. */
  untouched: string[]
  /** Snapshots that would be lost with the present disks. */
  snapshots: string[]
  /** Disks of the moment that the VM has no more. */
  missing: string[]
  /** Why it cannot be done now; null when it can. */
  standing: 'loading' | 'snapshots' | 'missing' | null
}

/** What the restore of some backups in place meets: present disks and snapshots. */
export function useRestorePlan(host: Host | null, together: readonly AnyBackup[]): RestorePlan {
  const trpc = useTRPC()
  const params = { host_id: host?.id ?? 0 }
  const enabled = host !== null
  const disks = useQuery(trpc.vm.disk.ofHost.queryOptions({ params, query: { orderby: 'boot_order,id' } }, { enabled }))
  const snapshots = useQuery(
    trpc.vm.snapshot.ofHost.queryOptions({ params, query: { orderby: 'id', limit: '0,200' } }, { enabled }),
  )
  const present = disks.data?.list ?? []
  const restored = new Set(together.flatMap(({ disk }) => (disk ? [disk.id] : [])))
  const missing = host
    ? together
        .filter(({ disk }) => !present.some(({ id }) => id === disk?.id))
        .map(({ disk, name }) => disk?.name ?? name)
    : []
  const lost = (snapshots.data?.list ?? []).filter((one) => one.disks.some(({ disk_id }) => restored.has(disk_id)))
  const isLoading = enabled && !(disks.data && snapshots.data)
  return {
    disks: together.map((one) => {
      const now = present.find(({ id }) => id === one.disk?.id)
      const size = one.estimated_size_mib
      return { name: one.disk?.name ?? one.name, backed_up: size, now: now?.size_mib ?? size }
    }),
    untouched: present.filter(({ id }) => !restored.has(id)).map(({ name }) => name),
    snapshots: lost.map(({ ext_name }) => ext_name),
    missing: isLoading ? [] : missing,
    standing: isLoading ? 'loading' : lost.length > 0 ? 'snapshots' : missing.length > 0 ? 'missing' : null,
  }
}
