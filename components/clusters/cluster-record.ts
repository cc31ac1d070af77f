import type { z } from 'zod'
import type { Cluster, clusterRecord } from '../../server/domain/cluster/record.ts'

/** Administrators get the whole record; the type of the answer allows for the short one of users too. */
export const isWhole = (cluster: z.infer<typeof clusterRecord>): cluster is Cluster => 'node_count' in cluster

/** Addresses of name servers as people type them: divided by spaces, commas or lines. */
export const addressesIn = (text: string): string[] => text.split(/[\s,;]+/).filter(Boolean)

/** What has to be given and taken away to get from one choice to another. */
export function changeOf(before: readonly number[], after: readonly number[]): { add: number[]; remove: number[] } {
  return {
    add: after.filter((id) => !before.includes(id)),
    remove: before.filter((id) => !after.includes(id)),
  }
}
