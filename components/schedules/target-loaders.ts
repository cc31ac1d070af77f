'use client'
import { useMemo } from 'react'
import type { TargetKind } from '../../server/domain/schedule/kinds.ts'
import { type Loader, useLoaders } from '../resource/loaders.ts'

export const pickedKinds = [
  'clusters',
  'nodes',
  'hosts',
  'presets',
  'disks',
  'backup_locations',
] as const satisfies readonly (TargetKind | 'backup_locations')[]
export type PickedKind = (typeof pickedKinds)[number]

/** Pickers of what a schedule names, and the names of what it names already. */
export function useTargetLoaders(): Record<PickedKind, Loader> {
  const { backupLocations: backup_locations, clusters, nodes, hosts, presets, disks } = useLoaders()
  return useMemo(
    () => ({ clusters, nodes, hosts, presets, disks, backup_locations }),
    [clusters, nodes, hosts, presets, disks, backup_locations],
  )
}
