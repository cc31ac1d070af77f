import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inNode } from '../../../../../e2e/lab/api.ts'
import { GUEST_PASSWORD, hostLab } from '../lab-fixture.ts'

// A real guest on a real node: what it sees of a change while it runs.
const run = promisify(execFile)
const { lab, node1, api, until, done, host, attach, create, close } = await hostLab()
afterAll(() => close())

let id = 0
let address = ''

/** What a shell in the guest answers; empty while it does not. */
async function inGuest(command: string): Promise<string> {
  const options = ['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'ConnectTimeout=3']
  const ssh = ['ssh', '-q', ...options.flatMap((one) => ['-o', one]), `root@${address}`, command]
  return (await run('sshpass', ['-p', GUEST_PASSWORD, ...ssh], { timeout: 30_000 })).stdout.trim()
}
const memoryMib = async () => Math.round(Number(await inGuest("awk '/MemTotal/ {print $2}' /proc/meminfo")) / 1024)
const change = async (body: object) => done(await api.ann.post(`/vm/v3/host/${id}/resource`, body))
const virsh = async (...args: string[]) => (await inNode(lab, node1.index, ['virsh', '-q', ...args])).stdout

beforeAll(async () => {
  await done(await attach(node1))
  const made = await done(await create({ name: 'grows', cpu_number: 1, ram_mib: 512, hot_plug: true }))
  id = made.id
  address = (await host(id)).ip4[0].ip
  await until('the guest answers', async () => {
    const said = await inGuest('hostname').catch(() => '')
    // The change log is the clock of `until`.
    if (!said) await api.database.prisma.change.create({ data: { entity: 'test', entity_id: 0, event: 'update' } })
    return said === 'grows'
  })
})

it('a running guest gets processors and memory, and sees them', async () => {
  expect(Number(await inGuest('nproc'))).toBe(1)
  const before = await memoryMib()
  await change({ cpu_number: 2, ram_mib: 1024 })
  expect(await host(id)).toMatchObject({
    cpu_number: 2,
    cpu_number_new: null,
    ram_mib: 1024,
    ram_mib_new: null,
    waits_for_start: [],
    state: 'active',
  })
  expect(Number(await inGuest('nproc'))).toBe(2)
  expect((await memoryMib()) - before).toBeGreaterThan(450)
})

it('it gives memory back', async () => {
  const before = await memoryMib()
  await change({ ram_mib: 640 })
  expect(await host(id)).toMatchObject({ ram_mib: 640, ram_mib_new: null })
  expect(before - (await memoryMib())).toBeGreaterThan(300)
})

it('weights and limits of disks apply while it runs', async () => {
  const { internal_name } = await host(id)
  await change({ cpu_weight: 3000, io_read_mbitps: 8, io_write_iops: 77 })
  expect(await host(id)).toMatchObject({ cpu_weight: 3000, io_read_mbitps: 8, waits_for_start: [] })
  expect(await virsh('schedinfo', internal_name, '--live')).toMatch(/cpu_shares\s*:\s*3000/)
  const tune = await virsh('blkdeviotune', internal_name, 'vda')
  expect(tune).toMatch(/read_bytes_sec\s*:\s*1000000\b/)
  expect(tune).toMatch(/write_iops_sec\s*:\s*77\b/)
  await change({ io_read_mbitps: null, io_write_iops: null })
  expect(await virsh('blkdeviotune', internal_name, 'vda')).toMatch(/read_bytes_sec\s*:\s*0\b/)
})

it('what it cannot take over while it runs is there after a restart', async () => {
  await change({ cpu_number: 1, ram_mib: 512, hot_plug: false, nesting: false })
  expect((await host(id)).waits_for_start).toContain('hot_plug')
  await done(await api.ann.post(`/vm/v3/host/${id}/restart`, {}))
  expect(await host(id)).toMatchObject({ cpu_number: 1, ram_mib: 512, cpu_number_new: null, waits_for_start: [] })
  await change({ cpu_number: 2 })
  expect(await host(id)).toMatchObject({ cpu_number: 1, cpu_number_new: 2, waits_for_start: ['cpu_number'] })
})
