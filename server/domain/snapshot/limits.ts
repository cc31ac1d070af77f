/** Snapshots of one VM, also where its own limit is higher or none. */
export const MOST_SNAPSHOTS = 100
/** Characters. */
export const LONGEST_DESCRIPTION = 4000

type Allowances = { snapshots_allowed: boolean; snapshot_ram: boolean; snapshot_limit: number | null }

/** How many snapshots a VM may have; a limit of -1 and none mean the most there can be. */
export const mostSnapshots = ({ snapshot_limit }: Pick<Allowances, 'snapshot_limit'>): number =>
  snapshot_limit === null || snapshot_limit < 0 ? MOST_SNAPSHOTS : Math.min(snapshot_limit, MOST_SNAPSHOTS)

/** Which of the settings of a VM forbids another snapshot; undefined: none. */
export function notAllowed(
  host: Allowances & { snapshot_count: number },
  with_ram: boolean,
): keyof Allowances | undefined {
  if (!host.snapshots_allowed) return 'snapshots_allowed'
  if (with_ram && !host.snapshot_ram) return 'snapshot_ram'
  return host.snapshot_count >= mostSnapshots(host) ? 'snapshot_limit' : undefined
}
