import { afterAll, beforeAll, expect, it } from 'vitest'
import { currentLab, inNode } from '../../../../../e2e/lab/api.ts'
import { soon } from '../../../../shared/testing/soon.ts'
import type { DomainDisk } from '../../domain-types.ts'
import { hypervisorDriver } from '../../registry.ts'
import { SERVED, SOCKETS } from './address.ts'

const lab = currentLab()
const [first] = lab.nodes
if (!first) throw new Error('These tests need a node')
const { address, ssh_port: port, user: username, password, index } = first
const connect = () =>
  hypervisorDriver('kvm').connect({ address, port, username, auth: { password }, hostKey: null }, soon())
const folder = '/var/lib/served-test'
const path = `${folder}/disk.qcow2`
const disk: DomainDisk = { path, target_dev: 'vda' }
const name = 'vm_served'
const size = 8 << 20
const on = async (...argv: string[]) => (await inNode(lab, index, argv)).stdout.trim()
const left = () => on('sh', '-c', `ls ${SERVED} ${SOCKETS} | grep -v :; pgrep -a qemu-nbd; true`)

beforeAll(() => on('mkdir', '-p', folder))
afterAll(() => on('rm', '-rf', folder))

it('a panel whose host is gone without a word does not hold up the next one', async () => {
  const [gone, next] = await Promise.all([connect(), connect()])
  await next.createVolume({ path, size_mib: 8, backing: null, served: true }, soon())
  // Its connection stands, and nothing comes through it any more.
  await gone.serveVolumes(name, [{ path, source: { size, read: () => new Promise(() => {}) } }], soon())
  const waits = on('qemu-io', '-r', '-f', 'qcow2', '-c', 'read -P 0x5a 1M 64k', path)
  const serving = await next.serveVolumes(
    name,
    [{ path, source: { size, read: async (_, length) => Buffer.alloc(length, 0x5a) } }],
    soon(),
  )
  expect(await gone.closed).toBeInstanceOf(Error)
  expect(await waits).toMatch(/^read 65536\/65536 bytes/)
  await next.pullVolume(name, disk, () => {}, soon())
  await serving.close()
  expect(await on('qemu-io', '-r', '-f', 'qcow2', '-c', 'read -P 0x5a 0 8M', path)).toMatch(/^read 8388608/)
  expect(await left()).toBe('')
  next.close()
})

it('what waits for nobody is cleared away', async () => {
  const node = await connect()
  await node.deleteFile(path, soon())
  await node.createVolume({ path, size_mib: 8, backing: null, served: true }, soon())
  const serving = await node.serveVolumes(name, [{ path, source: { size, read: async () => Buffer.alloc(0) } }], soon())
  expect(await left()).toContain('qemu-nbd --fork')
  await serving.close()
  expect(await left()).toBe('')
  for (const _ of [1, 2]) await node.releaseVolumes(name, [path], soon())
  node.close()
})

it('a pull without anybody who serves leaves nothing on the node', async () => {
  const node = await connect()
  await node.deleteFile(path, soon())
  await node.createVolume({ path, size_mib: 8, backing: null, served: true }, soon())
  await expect(node.pullVolume(name, disk, () => {}, soon())).rejects.toMatchObject({ code: 'device_rejected' })
  expect(await left()).toBe('')
  node.close()
})
