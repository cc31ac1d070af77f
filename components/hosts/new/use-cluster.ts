'use client'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTRPC } from '../../api/trpc.ts'
import type { NewHost } from './rules.ts'

/** The cluster that is chosen in the form. */
export function useCluster(cluster: string | undefined) {
  const trpc = useTRPC()
  const params = { cluster_id: Number(cluster ?? 0) }
  return useQuery(trpc.vm.cluster.get.queryOptions({ params }, { enabled: cluster !== undefined }))
}

type Field = 'storage' | `disks.${number}.storage`

/**
 * The storages of the cluster that take new disks, for administrators: there is something to choose when there are two of them. A storage that was
 * chosen and is not among them, as after a change of the cluster, is given up, since nobody could see it any more.
 * @param chosen storages by the fields that have them, and what each has without a choice
 */
export function useStorages(
  cluster: string | undefined,
  chosen: readonly { field: Field; value: string | undefined; none: string }[],
): { value: string; label: string }[] {
  const { setValue } = useFormContext<NewHost>()
  const { data } = useCluster(cluster)
  const storages = data && 'storages' in data ? data.storages.filter(({ enabled }) => enabled) : []
  const isLost = ({ value, none }: (typeof chosen)[number]) =>
    data !== undefined && value !== undefined && value !== none && !storages.some(({ id }) => String(id) === value)
  useEffect(() => {
    for (const one of chosen) if (isLost(one)) setValue(one.field, one.none, { shouldDirty: true })
  })
  return storages.map(({ id, name }) => ({ value: String(id), label: name }))
}
