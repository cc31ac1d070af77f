import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inNode } from '../../../../e2e/lab/api.ts'
import { hostLab } from './lab-fixture.ts'

// The life of one real guest on a real node, from its script to its rescue: what it sees of each change, and what passes of its packets.
const run = promisify(execFile)
const { lab, node1, api, done, ended, host, attach, create, inGuest, guestIs, leftovers, close } = await hostLab()
afterAll(() => close())

const NAME = 'lives'
const ANOTHER_PASSWORD = 'Another-pass-2'
const SWAP = readFileSync(path.resolve(import.meta.dirname, '../recipe/shipped/swap-file.sh'), 'utf8')
let id = 0
let address = ''
/** Undefined: the one that every guest of a lab has. */
let password: string | undefined

const says = (command: string, password?: string) => inGuest(address, command, password)
const memoryMib = async () => Math.round(Number(await says("awk '/MemTotal/ {print $2}' /proc/meminfo")) / 1024)
const hostKey = async () => (await run('ssh-keyscan', ['-T', '5', address])).stdout.replaceAll(/^#.*\n/gm, '')
/** What pings to an address say, from here or from the node. */
const ping = ['ping', '-n', '-c', '3', '-i', '0.2', '-W', '2']
const answersHere = (at: string) => run('ping', [...ping.slice(1), at]).then(Boolean, () => false)
const answersNode = (at: string) => inNode(lab, node1.index, [...ping, at]).then(Boolean, () => false)

beforeAll(async () => {
  await done(await attach(node1))
  const net = await api.database.prisma.ipnet.create({
    data: { name: 'fd90::/32', net: 'fd90::/32', gateway: 'fd90::1', family: 10, need_reserve: true },
  })
  const { id: ippool_id } = await api.database.prisma.ippool.findFirstOrThrow()
  const [first, last] = ['fd90:0:1::', 'fd90:0:1:ffff:ffff:ffff:ffff:ffff']
  await api.database.prisma.iprange.create({
    data: {
      ...{ ippool_id, ipnet_id: net.id, name: 'fd90:0:1::/48', first, last, frontier: first, family: 10 },
      size: '1208925819614629174706176',
    },
  })
})

it('a shipped script runs in it once it is up, with the values given', async () => {
  const recipe = await api.ann.post('/vm/v3/recipe', {
    name: 'Swap',
    script: SWAP,
    params: [{ name: 'SWAP_MIB', required: true }],
  })
  const swap = { recipe: recipe.body.id, recipe_params: [{ name: 'SWAP_MIB', value: '16' }] }
  const asked = { name: NAME, cpu_number: 1, ram_mib: 512, hot_plug: true, anti_spoofing: true, recipe_list: [swap] }
  const { body } = await create(asked)
  id = body.id
  await done({ status: 200, body })
  address = (await host(id)).ip4[0].ip
  const [script] = body.recipe_task_list as number[]
  expect(await ended(script ?? 0)).toMatchObject({ status: 'complete' })
  // Its agent is up before it lets anyone in.
  await guestIs(NAME, address)
  expect((await says('cat /proc/swaps')).match(/^\/swapfile\s+file\s+(\d+)/m)?.[1]).toMatch(/^163\d\d$/)
})

it('it gets processors and memory while it runs, and gives memory back', async () => {
  expect(await says('nproc')).toBe('1')
  const before = await memoryMib()
  const resize = async (sizes: object) => done(await api.ann.post(`/vm/v3/host/${id}/resource`, sizes))
  await resize({ cpu_number: 2, ram_mib: 1024 })
  expect(await host(id)).toMatchObject({ cpu_number: 2, ram_mib: 1024, cpu_number_new: null, waits_for_start: [] })
  expect(await says('nproc')).toBe('2')
  const more = await memoryMib()
  expect(more - before).toBeGreaterThan(450)
  await resize({ ram_mib: 640 })
  expect(more - (await memoryMib())).toBeGreaterThan(300)
})

it('it gets an interface and uses it, with its own address alone', async () => {
  await done(await api.ann.post(`/vm/v3/host/${id}/iface`, { is_main_network: true, ip_count: 1 }))
  const [, second] = (await api.ann.get(`/vm/v3/host/${id}/iface?orderby=id`)).body.list
  expect(await says('cat /sys/class/net/eth1/address')).toBe(second.mac)
  await expect.poll(() => answersHere(second.ip[0]), { timeout: 20_000 }).toBe(true)
  const from = (source: string) =>
    says(`ping -c 2 -W 2 -I ${source} ${lab.panel.address} > /dev/null && echo pong || echo silent`)
  await expect.poll(() => from('eth1'), { timeout: 20_000 }).toBe('pong')
  await says('ip addr add 10.90.0.250/24 dev eth1')
  expect(await from('10.90.0.250')).toBe('silent')
})

it('it gets a subnet of IPv6, and answers in all of it', async () => {
  await inNode(lab, node1.index, ['ip', '-6', 'addr', 'replace', 'fd90::1/32', 'dev', 'vmbr0', 'nodad'])
  await done(await api.ann.post(`/vm/v3/host/${id}/ip`, { ipv6_enabled: true, ipv6_prefix: 64 }))
  await expect.poll(() => answersNode('fd90:0:1::1'), { timeout: 20_000 }).toBe(true)
  await says('ip -6 addr add fd90:0:1::77/128 dev eth0')
  await expect.poll(() => answersNode('fd90:0:1::77'), { timeout: 20_000 }).toBe(true)
})

it('it gets its system anew, with another password and identity', { tags: 'long' }, async () => {
  await says('echo mine > /root/mark; sync')
  const before = await hostKey()
  await done(await api.ann.post(`/vm/v3/host/${id}/reinstall`, { password: ANOTHER_PASSWORD }))
  password = ANOTHER_PASSWORD
  await guestIs(NAME, address, password)
  expect(await says('test ! -e /root/mark && echo gone', password)).toBe('gone')
  expect(await hostKey()).not.toBe(before)
})

it('it starts from a rescue system with its disk behind it, and goes back to its own', async () => {
  await says('echo of its own > /root/note; sync', password)
  const rescue = { rescue_mode: true, password: 'Rescue-pass-3' }
  await done(await api.ann.post(`/vm/v3/host/${id}/rescue_mode`, rescue))
  await guestIs(`rescue-${NAME}`, address, rescue.password)
  const read = 'mkdir -p /mnt/own && mount -o ro /dev/vda2 /mnt/own && cat /mnt/own/root/note; umount /mnt/own'
  expect(await says(read, rescue.password)).toBe('of its own')
  await done(await api.ann.post(`/vm/v3/host/${id}/rescue_mode`, { rescue_mode: false }))
  await guestIs(NAME, address, password)
  expect(await says('cat /root/note', password)).toBe('of its own')
})

it('it leaves nothing behind when it is deleted', async () => {
  await done(await api.ann.delete(`/vm/v3/host/${id}`))
  expect(await leftovers()).toMatchObject({ addresses: 0, node1: '' })
})
