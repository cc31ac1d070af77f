import { expect, it } from 'vitest'
import { type MovedDisk, type MoveTarget, whyNotMove, whyNotTarget } from './move.ts'

const disk: MovedDisk = {
  size_mib: 1024,
  size_mib_new: null,
  state: 'active',
  storage_id: 1,
  node_id: 1,
  host_id: 7,
  type: 'file',
  virtualization_type: 'kvm',
  snapshots: 0,
  backups: 0,
}
const place: MoveTarget = {
  storage_id: 2,
  type: 'file',
  node_id: 1,
  node_state: 'active',
  state: 'active',
  free_mib: 1024,
}
const why = (d: Partial<MovedDisk>, p: Partial<MoveTarget> = {}) =>
  String(whyNotTarget({ ...disk, ...d }, { ...place, ...p }))

it('a disk goes where there is room', () => {
  expect(whyNotMove(disk)).toBeNull()
  expect(whyNotTarget(disk, place)).toBeNull()
  expect(whyNotTarget(disk, { ...place, type: 'nas', state: 'degraded' })).toBeNull()
  expect(whyNotTarget({ ...disk, host_id: null }, { ...place, storage_id: 1, node_id: 2 })).toBeNull()
})

it('each place that it cannot go to says why', () => {
  expect(why({}, { storage_id: 1 })).toMatch(/there already/)
  expect(why({}, { storage_id: 1, type: 'nas', node_id: 2 })).toMatch(/there already/)
  expect(why({}, { type: 'iscsi' })).toMatch(/kind iSCSI/)
  expect(why({}, { type: 'unheard' })).toMatch(/kind unheard/)
  expect(why({}, { node_id: 2 })).toMatch(/stays on its node/)
  expect(why({}, { node_state: 'unavailable' })).toMatch(/node does not answer/)
  expect(why({}, { state: 'disabled' })).toMatch(/disabled/)
  for (const state of ['failed', 'unknown', 'connecting']) expect(why({}, { state })).toMatch(/does not work/)
  expect(why({}, { free_mib: 1023 })).toMatch(/room for 1023 MiB, and the disk needs 1024/)
  expect(why({ size_mib_new: 4096 })).toMatch(/needs 4096/)
})

it('and a disk that cannot move at all', () => {
  const never = (d: Partial<MovedDisk>) => String(whyNotMove({ ...disk, ...d }))
  expect(never({ virtualization_type: 'lxd' })).toMatch(/Containers/)
  expect(never({ node_id: null })).toMatch(/node of the disk was removed/)
  expect(never({ state: 'moving' })).toMatch(/being changed/)
  expect(never({ backups: 1 })).toMatch(/backup .* is being made/)
  expect(never({ snapshots: 2 })).toMatch(/2 snapshots/)
})
