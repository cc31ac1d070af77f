import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inNode } from '../../../../../e2e/lab/api.ts'
import { isoOf, ownDataFolder, send } from '../../iso/fixture.ts'
import { hostLab } from '../lab-fixture.ts'

// A real guest on a real node, whose real drive gets images.
const data = ownDataFolder()
const { lab, node1, api, done, host, attach, create, inGuest, guestIs, until, close } = await hostLab()
afterAll(async () => {
  await close()
  data.remove()
})

const GREETING = 'STARTED-FROM-THE-ISO-IMAGE'

/** A program of the BIOS that writes a text to the first serial port and waits for ever. */
function bootSector(): Buffer {
  const program = [
    ...[0xfc, 0xe8, 0, 0, 0x5e, 0x83, 0xc6, 0x14, 0x0e, 0x1f],
    // Until the zero: the next byte into the port.
    ...[0xac, 0x08, 0xc0, 0x74, 0x06, 0xba, 0xf8, 0x03, 0xee, 0xeb, 0xf5],
    ...[0xf4, 0xeb, 0xfd],
  ]
  return Buffer.concat([Buffer.from(program), Buffer.from(`\r\n${GREETING}\r\n\0`), Buffer.alloc(2048)]).subarray(
    0,
    2048,
  )
}

/** An ISO image that a BIOS starts (El Torito). */
function bootable(): Buffer {
  const folder = mkdtempSync(path.join(tmpdir(), 'bootable-'))
  try {
    writeFileSync(path.join(folder, 'boot.img'), bootSector())
    const options = ['-quiet', '-V', 'BOOTABLE', '-b', 'boot.img', '-no-emul-boot', '-boot-load-size', '4']
    execFileSync('genisoimage', [...options, '-o', `${folder}.iso`, folder])
    return readFileSync(`${folder}.iso`)
  } finally {
    rmSync(folder, { recursive: true })
    rmSync(`${folder}.iso`, { force: true })
  }
}

async function upload(name: string, bytes: Buffer): Promise<number> {
  const begun = await api.ann.post('/vm/v3/os/iso/upload', { iso_file_name: name, size_bytes: bytes.length })
  expect(begun).toMatchObject({ status: 200 })
  await send(api, api.ann, begun.body.upload, bytes)
  return (await done(begun)).id
}

/** What QEMU has in the drives of the VM: images by the checksum in their names. */
async function drives(id: number): Promise<string[]> {
  const { internal_name } = await api.database.prisma.host.findUniqueOrThrow({ where: { id } })
  const { stdout } = await inNode(lab, node1.index, [
    'virsh',
    'qemu-monitor-command',
    internal_name,
    '{"execute":"query-block"}',
  ])
  type Block = { removable: boolean; inserted?: { image: { filename: string } } }
  const blocks = (JSON.parse(stdout) as { return: Block[] }).return
  return blocks.filter(({ removable }) => removable).map(({ inserted }) => inserted?.image.filename ?? '-')
}
const iso = (id: number) => api.database.prisma.iso.findUniqueOrThrow({ where: { id } })
const mount = async (body: object) => done(await api.ann.post(`/vm/v3/host/${id}/iso/mount`, body))

let id = 0
let address = ''
let plain = 0
let startable = 0

beforeAll(async () => {
  await api.database.prisma.cluster.updateMany({ data: { iso_enabled: true } })
  await done(await attach(node1))
  plain = await upload('plain.iso', isoOf('PLAIN', 200_000))
  startable = await upload('bootable.iso', bootable())
  id = (await done(await create({ name: 'reader' }))).id
  address = (await host(id)).ip4[0].ip
  await guestIs('reader', address)
})

it('puts an image into the drive while the VM runs: the guest reads it', async () => {
  const before = await drives(id)
  expect(before.filter((one) => one === '-')).toHaveLength(1)
  await mount({ image: plain, reboot: false })
  const { sha256 } = await iso(plain)
  expect(await drives(id)).toContain(`/share/${sha256}.iso`)
  expect(await host(id)).toMatchObject({
    iso_mounted: true,
    iso_status: 'mounted',
    iso_reboot: false,
    iso: { waits: null },
  })
  const read =
    'mkdir -p /mnt/iso; for d in /dev/sr0 /dev/sr1; do mount -o ro $d /mnt/iso 2>/dev/null && [ -f /mnt/iso/readme.txt ] && break; umount /mnt/iso 2>/dev/null; done; head -n 1 /mnt/iso/readme.txt'
  expect(await inGuest(address, read)).toBe('of PLAIN')
  expect((await inNode(lab, node1.index, ['stat', '-c', '%a', `/share/${sha256}.iso`])).stdout.trim()).toBe('444')
})

it('takes it out although the guest has it mounted, and the seed stays in its own drive', async () => {
  await done(await api.ann.post(`/vm/v3/host/${id}/iso/cancel`))
  const left = await drives(id)
  expect(left.filter((one) => one === '-')).toHaveLength(1)
  expect(left.filter((one) => one !== '-')).toHaveLength(1)
  expect(await host(id)).toMatchObject({ iso_mounted: false, iso_status: null, iso: null, state: 'active' })
})

it('starts from an image this once, and from its disk again when that is finished', async () => {
  await mount({ image: startable })
  expect(await host(id)).toMatchObject({ state: 'active', iso_mounted: true, iso_reboot: true })
  const { internal_name } = await api.database.prisma.host.findUniqueOrThrow({ where: { id } })
  await until('the program of the image has spoken', async () => {
    const log = await api.admin.get(`/vm/v3/host/${id}/console_log`)
    if (JSON.stringify(log.body).includes(GREETING)) return true
    await api.database.prisma.change.create({ data: { entity: 'test', entity_id: 0, event: 'update' } })
    return false
  })
  // Its next start is from the disk.
  const { stdout } = await inNode(lab, node1.index, ['virsh', 'dumpxml', '--inactive', internal_name])
  expect(stdout.match(/<boot order='1'\/>/g) ?? []).toHaveLength(1)
  expect(stdout.slice(stdout.indexOf("device='cdrom'"))).not.toContain('<boot ')
  await done(await api.ann.post(`/vm/v3/host/${id}/iso/finish`))
  expect(await host(id)).toMatchObject({ iso: null, os_name: 'bootable.iso', state: 'active' })
  await guestIs('reader', address)
})

it('cannot be deleted while it is in a drive; then it goes from the node too', async () => {
  await mount({ image: plain, reboot: false })
  const { sha256 } = await iso(plain)
  expect(await api.ann.delete(`/vm/v3/os/iso/${plain}`)).toMatchObject({
    status: 409,
    body: { error: { msg: expect.stringMatching(/reader/) } },
  })
  await done(await api.ann.post(`/vm/v3/host/${id}/iso/cancel`))
  await done(await api.ann.delete(`/vm/v3/os/iso/${plain}`))
  expect((await inNode(lab, node1.index, ['ls', '/share'])).stdout).not.toContain(sha256 ?? '')
})
