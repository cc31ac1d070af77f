import { inflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { killedAt } from '../../../../e2e/support/host-worker.ts'
import { isolatedBridge } from '../../../drivers/hypervisor/isolated-bridge.ts'
import { backupLab } from '../backup/lab-fixture.ts'

// A backup of a real guest is started beside it, with its name, its MAC and its disk, and neither of them notices the other.
const t = await backupLab()
const { node1, node2, api, done, ended, host, attach, create, inGuest, guestIs, worker } = t
afterAll(async () => {
  await t.clear().catch(() => {})
  await t.close()
})

const LEASE_MS = 3_000
let id = 0
let address = ''
let mac = ''
let backup = 0

const start = () => api.admin.post(`/vm/v3/backup/${backup}/rehearse`, {})
const read = async (rehearsal: number) => (await api.admin.get(`/vm/v3/rehearsal/${rehearsal}`)).body
const boot = () => inGuest(address, 'cat /proc/sys/kernel/random/boot_id')
const lines = async (...argv: string[]) => (await t.on(node1, ...argv)).split('\n').filter(Boolean)
const domains = () => lines('virsh', '-q', 'list', '--all', '--name')
/** All of rehearsals that is on the node. */
const left = async () => [
  ...(await domains()).filter((name) => name.startsWith('rehearsal-')),
  ...(await lines('ls', '/vm')).filter((name) => name.startsWith('rehearsal-')),
  ...(await lines('ls', '/sys/class/net')).filter((name) => name.startsWith('dhiso-')),
  ...(await lines('sh', '-c', 'pgrep -a qemu | grep rehearsal- || true')),
]

/** Size of a PNG as `encodePng` makes it, and how much of it is not black. */
function seen(png: Buffer) {
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const parts: Buffer[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at))
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  const lit = inflateSync(Buffer.concat(parts)).filter((byte) => byte > 0x60).length / 3
  return { width, height, lit }
}

async function isPassed(rehearsal: number) {
  const row = await read(rehearsal)
  expect(row).toMatchObject({ state: 'passed', reason: null, has_picture: true, cleared_at: expect.any(String) })
  expect(row.answered_by).toMatch(/^(agent|login)$/)
  const { body } = await api.admin.get(`/vm/v3/rehearsal/${rehearsal}/picture`)
  const { width, height, lit } = seen(Buffer.from(body.data, 'base64'))
  // A text screen with what the guest has written on it.
  expect([width, height]).toEqual([720, 400])
  expect(lit).toBeGreaterThan(500)
  expect(lit).toBeLessThan((width * height) / 2)
  expect(await left()).toEqual([])
  return row
}

beforeAll(async () => {
  await done(await attach(node1))
  const vault = await t.location('vault', node2 ?? node1)
  id = (await done(await create({ name: 'origin' }))).id
  address = (await host(id)).ip4[0].ip
  mac = (await api.database.prisma.host_interface.findFirstOrThrow({ where: { host_id: id } })).mac
  await guestIs('origin', address)
  await inGuest(address, 'echo mine > /root/note; sync')
  backup = (await t.backUp(id, { backup_locations: [vault] })).id
})

it('comes up beside the VM, is seen on its screen, and leaves nothing', async () => {
  const before = await boot()
  const { id: rehearsal } = await done(await start())
  const row = await isPassed(rehearsal)
  expect(row.answer_ms).toBeGreaterThan(0)
  expect(await boot()).toBe(before)
  expect(await inGuest(address, 'cat /root/note')).toBe('mine')
})

it('is alone in its network, goes on when its worker was killed, and leaves nothing', async () => {
  await worker.stop()
  const { status, body } = await start()
  expect(status).toBe(200)
  const task = await api.database.prisma.task.findFirstOrThrow({ where: { consul_id: body.task } })
  const { url, masterKey } = api.database
  await killedAt({ url, masterKey, leaseMs: LEASE_MS, holds: { [task.id]: 'after begin watch' } })

  // It runs now, and no task looks after it.
  const bridge = isolatedBridge(body.id)
  const { internal_name } = await api.database.prisma.rehearsal.findUniqueOrThrow({ where: { id: body.id } })
  const [nic, ...more] = await lines('virsh', '-q', 'domiflist', internal_name ?? '')
  expect(more).toEqual([])
  expect(nic).toContain(mac)
  expect(nic).toContain(bridge)
  const taps = (await lines('ls', `/sys/class/net/${bridge}/brif`)).map((name) => name.trim())
  expect(taps).toEqual([nic?.trim().split(/\s+/)[0]])
  expect(await t.on(node1, 'ip', '-o', 'address', 'show', 'dev', bridge)).toBe('')
  // The other bridge knows the MAC behind the VM alone.
  await inGuest(address, 'true')
  const known = (await lines('bridge', 'fdb', 'show', 'br', 'vmbr0')).filter((line) => line.startsWith(mac))
  for (const line of known) expect(line).not.toContain(`dev ${taps[0]} `)

  worker.start()
  expect(await ended(body.task)).toMatchObject({ status: 'complete' })
  await isPassed(body.id)
  expect(await inGuest(address, 'hostname')).toBe('origin')
})
