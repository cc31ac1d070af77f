import type { DrawnBlade, DrawnDevice } from '../../../server/domain/rack/diagram.ts'
import { paths } from '../../paths.ts'
import { type Picked, sameDevice } from '../diagram/ghost.ts'

/** The page of a device; reserved units have none. */
export function pageOf({ kind, id }: Picked): string | null {
  if (kind === 'server') return paths.server(id)
  if (kind === 'switch') return paths.switch(id)
  if (kind === 'pdu') return paths.pdu(id)
  return kind === 'chassis' ? paths.chassis(id) : null
}

/** What is picked: a device of the rack, or a blade in one of its chassis. */
export function findPicked(
  picked: Picked | null,
  devices: readonly DrawnDevice[],
): { device: DrawnDevice; blade: DrawnBlade | null } | null {
  if (!picked) return null
  const device = devices.find((one) => sameDevice(one, picked))
  if (device) return { device, blade: null }
  for (const chassis of picked.kind === 'server' ? devices : []) {
    const blade = chassis.blades?.find(({ id }) => id === picked.id)
    if (blade) return { device: chassis, blade }
  }
  return null
}
