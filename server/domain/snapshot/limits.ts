/** Snapshots of one VM, also where its own limit is higher or none. */
export const MOST_SNAPSHOTS = 100
/** Characters. */
export const LONGEST_DESCRIPTION = 4000

/** Settings of a VM by which administrators bound its owner. */
export const snapshotSettings = ['snapshots_allowed', 'snapshot_ram', 'snapshot_limit'] as const
export type SnapshotSettings = { snapshots_allowed: boolean; snapshot_ram: boolean; snapshot_limit: number | null }
type Given = { [Name in keyof SnapshotSettings]?: SnapshotSettings[Name] | null | undefined }

/** What a new VM, or a preset, has of them: for what is not given, the default. */
export const snapshotSettingsOf = (given: Given): SnapshotSettings => ({
  snapshots_allowed: given.snapshots_allowed ?? true,
  snapshot_ram: given.snapshot_ram ?? false,
  snapshot_limit: given.snapshot_limit ?? null,
})

/** How many snapshots a VM may have; a limit of -1 and none mean the most there can be. */
export const mostSnapshots = ({ snapshot_limit }: Pick<SnapshotSettings, 'snapshot_limit'>): number =>
  snapshot_limit === null || snapshot_limit < 0 ? MOST_SNAPSHOTS : Math.min(snapshot_limit, MOST_SNAPSHOTS)

/**
 * Which of the settings of a VM forbids another snapshot; undefined: none.
 * @param host `snapshot_count`: those that hold something, or will
 */
export function notAllowed(
  host: SnapshotSettings & { snapshot_count: number },
  with_ram: boolean,
): keyof SnapshotSettings | undefined {
  if (!host.snapshots_allowed) return 'snapshots_allowed'
  if (with_ram && !host.snapshot_ram) return 'snapshot_ram'
  return host.snapshot_count >= mostSnapshots(host) ? 'snapshot_limit' : undefined
}
