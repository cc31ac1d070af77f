import { readFile } from 'node:fs/promises'
import { afterAll } from 'vitest'
import { storageContract } from '../../../drivers/storage/contract.ts'
import { lvmContract } from '../../../drivers/storage/lvm/contract.ts'
import { lvmLab } from './lvm-lab-fixture.ts'
import { openStorage, other, own } from './open-fixture.ts'

const { node1, group, disk, on, close } = await lvmLab()
afterAll(close)

const open = (identity: string, name = group) => openStorage(node1, { kind: 'lvm', identity, group: name })

storageContract('a volume group of a real node', {
  open: () => open(own),
  openOther: () => open(other),
  source: new RegExp(`^/dev/${group}/one\\.qcow2$`),
})
lvmContract('a volume group of a real node', {
  group,
  open: (name) => open(own, name),
  on: (script) => on('sh', '-c', script),
  former: async () => (await readFile(disk)).subarray(-4096).toString(),
})
