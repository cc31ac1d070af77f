import type { ClusterCapacity, LocationLoad } from '../../server/domain/overview/record.ts'

type Share = { used: number; total: number }
export type Totals = Pick<ClusterCapacity, 'cpu' | 'ram_mib' | 'storage_mib' | 'ipv4'>

const add = (a: Share, b: Share): Share => ({ used: a.used + b.used, total: a.total + b.total })

/** All clusters together. Addresses count once a cluster that has them; pools may serve several, so they are left out then. */
export function sumOf(clusters: readonly ClusterCapacity[]): Totals {
  const none = { used: 0, total: 0 }
  return clusters.reduce<Totals>(
    (sum, one) => ({
      cpu: add(sum.cpu, one.cpu),
      ram_mib: add(sum.ram_mib, one.ram_mib),
      storage_mib: add(sum.storage_mib, one.storage_mib),
      ipv4: null,
    }),
    { cpu: none, ram_mib: none, storage_mib: none, ipv4: null },
  )
}

/** Which columns the table of capacity has: the chosen cluster, or up to two side by side, or all together. */
export function capacityColumns(
  clusters: readonly ClusterCapacity[],
  chosen: number | null,
): { id: number | null; name: string | null; totals: Totals }[] {
  const one = clusters.find((cluster) => cluster.id === chosen)
  if (one) return [{ id: one.id, name: one.name, totals: one }]
  if (clusters.length <= 2) return clusters.map((cluster) => ({ id: cluster.id, name: cluster.name, totals: cluster }))
  return [{ id: null, name: null, totals: sumOf(clusters) }]
}

export type LocationTotals = Omit<LocationLoad, 'id' | 'name' | 'racks'>

/** Two locations side by side, or all together. */
export function locationColumns(
  locations: readonly LocationLoad[],
): { id: number | null; name: string | null; totals: LocationTotals }[] {
  if (locations.length <= 2) return locations.map((one) => ({ id: one.id, name: one.name, totals: one }))
  const none = { used: 0, total: 0 }
  const totals = locations.reduce<LocationTotals>(
    (sum, one) => ({
      units: add(sum.units, one.units),
      servers: add(sum.servers, one.servers),
      switches: add(sum.switches, one.switches),
      pdus: add(sum.pdus, one.pdus),
      load_watt: one.load_watt === null ? sum.load_watt : (sum.load_watt ?? 0) + one.load_watt,
    }),
    { units: none, servers: none, switches: none, pdus: none, load_watt: null },
  )
  return [{ id: null, name: null, totals }]
}

/** Step of the one-hue ramp for a share in percent: 0 to 5. */
export const rampOf = (percent: number): 0 | 1 | 2 | 3 | 4 | 5 =>
  Math.min(5, Math.max(0, Math.floor(percent / (100 / 6)))) as 0 | 1 | 2 | 3 | 4 | 5

/** Two signs that tell the nodes of a cluster apart: the last digits of the name, else its first letters. */
export function shortName(name: string): string {
  const digits = /(\d{1,3})\D*$/.exec(name)?.[1]
  if (!digits) return name.slice(0, 2)
  return digits.length === 1 ? `0${digits}` : digits.slice(-2)
}
