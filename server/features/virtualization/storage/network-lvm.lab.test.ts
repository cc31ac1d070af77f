import { afterAll } from 'vitest'
import { inNode } from '../../../../e2e/lab/api.ts'
import { labGroup } from '../../../../e2e/lab/lvm/group.ts'
import { storageContract } from '../../../drivers/storage/contract.ts'
import { networkLvmContract } from '../../../drivers/storage/lvm/network-contract.ts'
import { lvmLab } from './lvm-lab-fixture.ts'
import { openStorage, other, own } from './open-fixture.ts'

// Two nodes that see one disk, as of a SAN. What has them apart is real; the activation of volumes is a stand-in that loses data where two have one.
const { lab, node1, node2, group, disk, close } = await lvmLab()
const removeFromSecond = await labGroup(lab, node2.index, group, disk)
afterAll(async () => {
  await removeFromSecond()
  await close()
})

const nodes = { one: node1, two: node2 }
const open = (node: keyof typeof nodes, isOther = false) =>
  openStorage(nodes[node], { kind: 'network_lvm', identity: isOther ? other : own, group })
const on = async (node: keyof typeof nodes, script: string) =>
  (await inNode(lab, nodes[node].index, ['sh', '-c', script])).stdout

storageContract('a volume group that two nodes see', {
  open: () => open('one'),
  openOther: () => open('two', true),
  source: new RegExp(`^/dev/${group}/one\\.qcow2$`),
})
networkLvmContract('a volume group that two nodes see', {
  group,
  open,
  on,
  // As at a start: nothing is active, then all groups are activated that may be.
  async restart() {
    for (const node of ['one', 'two'] as const) {
      await on(node, `lvchange --activate n -- ${group}/data`)
      await on(node, `vgchange --activate ay -- ${group}`)
    }
  },
})
