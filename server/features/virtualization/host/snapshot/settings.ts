import type { Actor } from '../../../../api/context.ts'
import { forbidden } from '../../../../domain/shared/errors.ts'
import { type SnapshotSettings, snapshotSettings } from '../../../../domain/snapshot/limits.ts'
import { msg } from '../../../../shared/text.ts'

/**
 * Which snapshots a VM may have bounds its owner; naming what stands changes nothing.
 * @param standing what the VM has, or would have if nothing were asked for
 * @throws PanelError forbidden
 */
export function rejectSnapshotSettings(
  actor: Actor,
  asked: { [Name in keyof SnapshotSettings]?: SnapshotSettings[Name] | undefined },
  standing: SnapshotSettings,
): void {
  if (actor.isAdmin) return
  const field = snapshotSettings.find((one) => asked[one] !== undefined && asked[one] !== standing[one])
  if (field) throw forbidden(msg`Only administrators change which snapshots a VM may have`, field)
}
