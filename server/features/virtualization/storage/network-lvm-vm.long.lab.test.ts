import { afterAll, expect, it } from 'vitest'
import { inNode, type LabNode } from '../../../../e2e/lab/api.ts'
import { labGroup } from '../../../../e2e/lab/lvm/group.ts'
import { lvmLab } from './lvm-lab-fixture.ts'

// A disk that goes from a VM of one node to a VM of another without being copied: both nodes see the volume group that it is in.
const { lab, node1, node2, api, cluster, group, disk: file, ...panel } = await lvmLab()
const { done, attach, create, host, inGuest, guestIs } = panel
const removeFromSecond = await labGroup(lab, node2.index, group, file)
afterAll(async () => {
  await panel.close()
  await removeFromSecond()
})

type Vm = { id: number; node: LabNode; address: string }
let storage = 0
let disk = 0
let volume = ''
const vms: Vm[] = []

const devices = async (node: LabNode) => (await inNode(lab, node.index, ['ls', `/dev/${group}`])).stdout.split('\n')
/** Which of the two nodes has it active. */
const holders = async () => [(await devices(node1)).includes(volume), (await devices(node2)).includes(volume)]
const link = (vm: Vm) => `/vm/v3/host/${vm.id}/disk/${disk}`

it('is attached to both nodes', async () => {
  for (const node of [node1, node2]) await done(await attach(node))
  const made = { name: 'san', type: 'network_lvm', storage_params: {} }
  storage = (await api.admin.post('/vm/v3/storage', made)).body.id
  await done(
    await api.admin.post(`/vm/v3/cluster/${cluster}/storage/${storage}`, { virt_pool: { volume_group: group } }),
  )
  expect((await api.admin.get(`/vm/v3/storage/${storage}`)).body).toMatchObject({ state: 'active', node_count: 2 })
})

it('holds a disk without a VM, which a node has active', async () => {
  const nodes = (await api.admin.get('/vm/v3/node?orderby=id')).body.list
  for (const [n, node] of [node1, node2].entries()) {
    const { id } = await done(await create({ name: `vm-${n}`, node: nodes[n].id }, api.admin))
    const { ip4 } = await host(id)
    vms.push({ id, node, address: ip4[0].ip })
    await guestIs(`vm-${n}`, ip4[0].ip)
  }
  const body = { name: 'shared', size_mib: 64, storage, node: nodes[0].id }
  disk = (await done(await api.admin.post('/vm/v3/disk', body))).id
  volume =
    ((await api.database.prisma.disk.findUniqueOrThrow({ where: { id: disk } })).path ?? '').split('/').at(-1) ?? ''
  expect(await holders()).toEqual([true, false])
})

it('takes its content from a running VM of one node to one of the other, active on one of them at a time', async () => {
  const [first, second] = vms as [Vm, Vm]
  await done(await api.admin.post(link(first), { bus: 'virtio' }))
  expect(await holders()).toEqual([true, false])
  await inGuest(first.address, 'printf "from the first" | dd of=/dev/vdb conv=notrunc 2>/dev/null; sync')
  expect((await api.admin.post(link(second), { bus: 'virtio' })).status).toBe(409)

  await done(await api.admin.delete(link(first)))
  await done(await api.admin.post(link(second), { bus: 'virtio' }))
  expect(await holders()).toEqual([false, true])
  expect(await inGuest(second.address, 'head -c 14 /dev/vdb')).toBe('from the first')
})

it('leaves nothing when all are deleted', async () => {
  for (const vm of vms) await done(await api.admin.delete(`/vm/v3/host/${vm.id}`))
  const { stdout } = await inNode(lab, node1.index, ['lvs', '--noheadings', '-o', 'lv_name', group])
  expect(stdout.trim()).toBe('')
})
