import { inNode } from '../../../../e2e/lab/api.ts'
import { labDisk, labGroup } from '../../../../e2e/lab/lvm/group.ts'
import { hostLab } from '../host/lab-fixture.ts'

/** A panel with a real node that has a volume group of its own. */
export async function lvmLab() {
  const t = await hostLab()
  const { lab, node1 } = t
  // Names of groups are the machine's: other labs have theirs.
  const group = `dh-${lab.name}`
  /** The file that the group is on. */
  const disk = await labDisk(lab, 'lvm.raw', 1024)
  const removeGroup = await labGroup(lab, node1.index, group, disk)
  return {
    ...t,
    group,
    disk,
    /** What a command on the node prints. */
    on: async (...argv: string[]) => (await inNode(lab, node1.index, argv)).stdout,
    async close() {
      await t.close()
      await removeGroup()
    },
  }
}
