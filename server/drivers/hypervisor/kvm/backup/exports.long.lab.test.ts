import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentLab, inNode, nodePath } from '../../../../../e2e/lab/api.ts'
import { virsh } from '../../../../../e2e/lab/guest.ts'
import { procedures } from '../../../../protocols/libvirt/procedures.ts'
import { connectSsh } from '../../../../protocols/ssh/connect.ts'
import { soon } from '../../../../shared/testing/soon.ts'
import type { DiskExport, ExportRequest } from '../../backup-types.ts'
import { readOnto, readWhole } from '../../contract/disk-content.ts'
import type { DomainSpec } from '../../domain-types.ts'
import { hypervisorDriver } from '../../registry.ts'
import type { NodeConnection, NodeTarget } from '../../types.ts'
import { LibvirtLink } from '../libvirt-link.ts'
import { whileFrozen } from './freeze.ts'

// Backups of a real guest, compared byte for byte with its disks at each turn of its life.

const lab = currentLab()
const [first] = lab.nodes
if (!first) throw new Error('These tests need a node')
const [image] = JSON.parse(readFileSync(join(lab.repository, 'index.json'), 'utf8')).images
const folder = '/var/lib/export-test'
const name = 'vm_export'
const mib = 1 << 20
const target: NodeTarget = {
  address: first.address,
  port: first.ssh_port,
  username: first.user,
  auth: { password: first.password },
  hostKey: null,
}
const connect = () => hypervisorDriver('kvm').connect(target, soon())

const spec: DomainSpec = {
  internal_name: name,
  uuid: '7b1d3a52-1f53-4b5f-9a43-67e5be8d40d1',
  cpu_number: 1,
  ram_mib: 128,
  accelerator: 'tcg',
  cpu_mode: 'default',
  cpu_custom_model: null,
  nesting: false,
  room: null,
  limits: {},
  disks: [
    { path: `${folder}/system.qcow2`, format: 'qcow2', target_dev: 'vda', bus: 'virtio', boot_order: 1 },
    { path: `${folder}/data.qcow2`, format: 'qcow2', target_dev: 'vdb', bus: 'virtio', boot_order: null },
  ],
  cdrom: null,
  interfaces: [],
  vnc_password: 'exported',
  spice: null,
  efi_boot: false,
  secure_boot: false,
}

let node: NodeConnection
/** What has been read of each disk, and the checkpoint of it. */
const known = new Map<string, Buffer>()
let parent: string | null = null

const request = (more: Partial<ExportRequest> = {}): ExportRequest => ({
  disks: spec.disks,
  checkpoint: `dh-${randomBytes(6).toString('hex')}`,
  parent,
  scratch: folder,
  floor_mib: 64,
  ...more,
})

/** Reads all disks, as an increment where there is one, and compares that with the whole. */
async function read(exported: DiskExport) {
  let bytes = 0
  for (const disk of exported.disks) {
    const onto = await readOnto(
      disk,
      disk.incremental ? (known.get(disk.target_dev) ?? Buffer.alloc(0)) : Buffer.alloc(0),
    )
    bytes += onto.read
    expect(onto.whole.equals(await readWhole(disk)), disk.target_dev).toBe(true)
    known.set(disk.target_dev, onto.whole)
  }
  return bytes
}

async function backup() {
  const exported = await node.exportDisks(name, request(), soon())
  const bytes = await read(exported)
  await exported.finish(soon())
  parent = exported.checkpoint
  const incremental = exported.disks.every((disk) => disk.incremental)
  return { bytes, incremental, frozen: exported.frozen, full_because: exported.full_because }
}

async function inGuest(script: string): Promise<void> {
  const token = randomBytes(16).toString('hex')
  await node.startGuestScript(
    name,
    { token, script: `set -e\nexec > /dev/null 2>&1\n${script}`, environment: {} },
    soon(),
  )
  const reading = () => node.readGuestScript(name, token, 0, soon())
  await expect.poll(async () => (await reading()).state, { timeout: 60_000, interval: 100 }).toBe('ended')
  expect(await reading()).toMatchObject({ exit_code: 0 })
  await node.endGuestScript(name, token, soon())
}

/** Writes noise to the second disk. */
const writeData = (at: number, count: number) =>
  inGuest(`dd if=/dev/urandom of=/dev/vdb bs=1M seek=${at} count=${count}; sync`)

const agentAnswers = () =>
  expect
    .poll(
      () =>
        inGuest('true').then(
          () => true,
          () => false,
        ),
      { timeout: 90_000, interval: 500 },
    )
    .toBe(true)

async function start() {
  await node.startDomain(name, soon())
  await agentAnswers()
}

/** The disk of a guest that is off, as qemu-img reads it. */
async function truth(file: string): Promise<Buffer> {
  const raw = `${folder}/truth.raw`
  const made = await inNode(lab, 1, ['qemu-img', 'convert', '-O', 'raw', `${folder}/${file}`, raw], {
    timeoutMs: 60_000,
  })
  expect(made).toMatchObject({ code: 0 })
  const bytes = readFileSync(nodePath(lab, 1, raw))
  await inNode(lab, 1, ['rm', '-f', raw])
  return bytes
}

const leftovers = async () =>
  (await inNode(lab, 1, ['sh', '-c', `ls ${folder}; ls /run/datahall/nbd; pgrep -a qemu-nbd`])).stdout

beforeAll(async () => {
  node = await connect()
  await node.destroyDomain(name, soon())
  await node.undefineDomain(name, soon())
  await inNode(lab, 1, ['rm', '-rf', folder])
  await node.ensureDirectories([folder], soon())
  const bytes = readFileSync(join(lab.repository, image.file))
  const path = `${folder}/image.qcow2`
  const open = async (offset: number) => Readable.from([bytes.subarray(offset)])
  const holds = { kind: 'disk', format: 'qcow2', size_mib: image.virtual_size_mib } as const
  await node.putImage({ path, size_bytes: bytes.length, sha256: image.sha256, holds, open }, () => {}, soon())
  const backing = { path, format: 'qcow2' } as const
  await node.createVolume({ path: spec.disks[0]!.path, size_mib: image.virtual_size_mib + 16, backing }, soon())
  await node.createVolume({ path: spec.disks[1]!.path, size_mib: 64, backing: null }, soon())
  await node.defineDomain(spec, soon())
})
afterAll(async () => {
  await node.destroyDomain(name, soon())
  await node.undefineDomain(name, soon())
  node.close()
})

test('the first reading is full, and at a frozen moment', async () => {
  await start()
  await writeData(1, 4)
  expect(await backup()).toMatchObject({ incremental: false, frozen: true, full_because: null })
  expect(await leftovers()).not.toMatch(/scratch/)
})

test('after that, what the guest has written is read', async () => {
  await writeData(20, 2)
  const { bytes, ...how } = await backup()
  expect(how).toMatchObject({ incremental: true, frozen: true })
  expect(bytes).toBeGreaterThanOrEqual(2 * mib)
  expect(bytes).toBeLessThan(24 * mib)
})

test('the guest may write while its disks are read: they stay as they were', async () => {
  const exported = await node.exportDisks(name, request(), soon())
  const before = await readWhole(exported.disks[1]!)
  await writeData(1, 8)
  expect((await readWhole(exported.disks[1]!)).equals(before)).toBe(true)
  await exported.abort(soon())
  expect(await exported.ended).toBeNull()
})

test('two attempts that failed lose nothing', async () => {
  await writeData(30, 1)
  const failed = await node.exportDisks(name, request(), soon())
  await writeData(31, 1)
  await failed.abort(soon())
  expect(await backup()).toMatchObject({ incremental: true })
})

test('a reading of the guest that is off goes on by the same checkpoint, and the running guest by its', async () => {
  await writeData(40, 1)
  await node.shutdownDomain(name, 60_000, soon())
  expect(await backup()).toMatchObject({ incremental: true, frozen: null })
  for (const [dev, file] of [
    ['vda', 'system.qcow2'],
    ['vdb', 'data.qcow2'],
  ] as const)
    expect(known.get(dev)?.equals(await truth(file)), dev).toBe(true)
  await start()
  await writeData(41, 1)
  const { bytes, incremental } = await backup()
  expect(incremental).toBe(true)
  expect(bytes).toBeLessThan(40 * mib)
})

test('a disk that grew is read with its new part', async () => {
  await node.growDisk(name, spec.disks[1]!, 96, soon())
  await writeData(80, 2)
  expect(await backup()).toMatchObject({ incremental: true })
  expect(known.get('vdb')).toHaveLength(96 * mib)
})

test('after QEMU was killed everything is read', async () => {
  await writeData(50, 1)
  const pid = (await inNode(lab, 1, ['cat', `/run/libvirt/qemu/${name}.pid`])).stdout.trim()
  await inNode(lab, 1, ['kill', '-KILL', pid])
  await expect
    .poll(async () => (await node.domain(name, soon()))?.state, { timeout: 10_000, interval: 50 })
    .toBe('crashed')
  await start()
  const full = await backup()
  expect(full).toMatchObject({ incremental: false })
  expect(full.full_because).not.toBeNull()
  await writeData(51, 1)
  expect(await backup()).toMatchObject({ incremental: true })
})

test('a reading whose panel was cut off is ended by the next, which misses nothing', async () => {
  const other = await connect()
  const lost = await other.exportDisks(name, request(), soon())
  await lost.disks[0]!.open(soon())
  other.close()
  expect(await lost.ended).not.toBeNull()
  expect(await virsh(lab, 1, 'domjobinfo', name)).toMatch(/Backup/)
  await expect(node.exportDisks(name, request(), soon())).rejects.toMatchObject({ code: 'device_rejected' })
  await writeData(10, 1)
  await node.endExport(name, { disks: spec.disks, scratch: folder, keep: parent }, soon())
  expect(await leftovers()).not.toMatch(/scratch/)
  expect(await backup()).toMatchObject({ incremental: true })
})

test('power comes first: it ends a reading', async () => {
  const exported = await node.exportDisks(name, request(), soon())
  await node.destroyDomain(name, soon())
  expect(await exported.ended).toMatchObject({ message: expect.stringMatching(/stopped/) })
  await exported.abort(soon())
  await start()
  expect(await backup()).toMatchObject({ incremental: true })
})

test('a guest that powers off ends a reading', async () => {
  const exported = await node.exportDisks(name, request(), soon())
  await virsh(lab, 1, 'shutdown', name, '--mode', 'acpi')
  expect(await exported.ended).toMatchObject({ code: 'device_rejected' })
  await expect.poll(async () => (await node.domain(name, soon()))?.state, { timeout: 20_000 }).toBe('stopped')
  await exported.abort(soon())
  await start()
  expect(await backup()).toMatchObject({ incremental: true })
})

test('a reading ends before the room for what the guest overwrites does', async () => {
  const exported = await node.exportDisks(name, request({ floor_mib: 1 << 30 }), soon())
  expect(await exported.ended).toMatchObject({ message: expect.stringMatching(/MiB free/) })
  expect(await node.domain(name, soon())).toMatchObject({ state: 'running' })
  await exported.abort(soon())
  expect(await backup()).toMatchObject({ incremental: true })
})

test('a guest that was frozen when the panel went is thawed', async () => {
  const ssh = await connectSsh(target, soon())
  const link = new LibvirtLink(
    ssh,
    () => {},
    () => {},
  )
  const domain = await link.call(procedures.lookupByName, name, soon())
  const status = () => virsh(lab, 1, 'qemu-agent-command', name, '{"execute":"guest-fsfreeze-status"}')
  await new Promise<void>((resolve) => {
    whileFrozen(ssh, { link, domain, signal: soon() }, async () => {
      resolve()
      await ssh.closed
    }).catch(() => {})
  })
  expect(await status()).toMatch(/frozen/)
  ssh.close()
  await expect.poll(status, { timeout: 15_000, interval: 100 }).toMatch(/thawed/)
})

test('starting a guest ends the reading of its disks while it was off', async () => {
  await node.shutdownDomain(name, 60_000, soon())
  const exported = await node.exportDisks(name, request(), soon())
  await exported.disks[0]!.open(soon())
  await start()
  expect(await exported.ended).toMatchObject({ code: 'device_rejected' })
  await writeData(12, 1)
  await exported.abort(soon())
  expect(await backup()).toMatchObject({ incremental: true })
})

test('a checkpoint that was begun while the guest was off holds when it was started before the end', async () => {
  await node.shutdownDomain(name, 60_000, soon())
  const exported = await node.exportDisks(name, request(), soon())
  await read(exported)
  await start()
  await writeData(14, 1)
  await exported.finish(soon())
  parent = exported.checkpoint
  await writeData(15, 1)
  expect(await backup()).toMatchObject({ incremental: true })
})

test('nothing serves the disks of a guest that is off once the panel is gone', async () => {
  await node.shutdownDomain(name, 60_000, soon())
  const other = await connect()
  await other.exportDisks(name, request(), soon())
  expect(await leftovers()).toMatch(/qemu-nbd/)
  other.close()
  await expect.poll(leftovers, { timeout: 10_000, interval: 50 }).not.toMatch(/qemu-nbd|sock/)
  await node.endExport(name, { disks: spec.disks, scratch: folder, keep: parent }, soon())
  expect(await backup()).toMatchObject({ incremental: true })
  expect(known.get('vdb')?.equals(await truth('data.qcow2'))).toBe(true)
})

test('what was read is written to new volumes, and the guest starts from them', async () => {
  for (const disk of spec.disks) {
    const content = known.get(disk.target_dev)!
    const path = disk.path.replace('.qcow2', '-new.qcow2')
    await node.createVolume({ path, size_mib: content.length / mib, backing: null }, soon())
    const volume = await node.exportVolume({ path, format: 'qcow2' }, soon())
    await expect(node.exportVolume({ path, format: 'qcow2' }, soon())).rejects.toMatchObject({
      code: 'device_rejected',
    })
    const client = await volume.open(soon())
    const writing: Promise<void>[] = []
    for (let at = 0; at < content.length; at += mib) {
      const part = content.subarray(at, at + mib)
      if (part.some((byte) => byte !== 0)) writing.push(client.write(at, part, soon()))
    }
    await Promise.all(writing)
    await client.flush(soon())
    await volume.close(soon())
    expect((await truth(path.slice(folder.length + 1))).equals(content)).toBe(true)
  }
  const disks = spec.disks.map((disk) => ({ ...disk, path: disk.path.replace('.qcow2', '-new.qcow2') }))
  await node.forgetCheckpoints(name, spec.disks, soon())
  await node.defineDomain({ ...spec, disks }, soon())
  await start()
})
