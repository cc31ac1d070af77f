import { afterAll, beforeAll, expect, it } from 'vitest'
import { testApi } from '../../../../e2e/support/api.ts'
import { quotaStage } from '../../../../e2e/support/quota-race.ts'
import { transaction } from '../../../db/transaction.ts'
import { giveAddresses, requestedAddresses } from './addresses.ts'

let api: Awaited<ReturnType<typeof testApi>>
let stage: Awaited<ReturnType<typeof quotaStage>>
let closed: number
let number = 0
beforeAll(async () => {
  api = await testApi()
  stage = await quotaStage()
  const { body } = await api.admin.post('/dci/v3/ipmgr/ippool', { name: 'for administrators', is_public: false })
  closed = body.id
  await api.admin.post(`/vm/v3/ippool/${closed}/range`, { name: '10.8.0.1-10.8.0.9' })
  await api.admin.post(`/vm/v3/ippool/${closed}/cluster`, { clusters: [{ id: stage.cluster }] })
})
afterAll(() => api.close())

type Who = { post: typeof api.ann.post }
const create = (who: Who, more: object = {}) =>
  who.post('/vm/v3/host', { ...stage.body, name: `vm-${++number}`, ...more })

/** The addresses that the creation of a VM leads to, as its task gives them. */
async function given(who: Who, more: object = {}) {
  const { prisma } = api.database
  const { body } = await create(who, more)
  const row = await prisma.host.findUniqueOrThrow({ where: { id: body.id } })
  const task = await prisma.task.findFirstOrThrow({ where: { registry_id: row.id, name: 'host_create' } })
  const asked = requestedAddresses.parse((task.input as { addresses: unknown }).addresses)
  await transaction((work) => giveAddresses(work, row, asked))
  const rows = await prisma.ip.findMany({ where: { host_id: row.id }, orderBy: { id: 'asc' } })
  return rows.map((ip) => ip.ippool_id)
}
const open = async () => (await api.database.prisma.ippool.findUniqueOrThrow({ where: { name: 'quota' } })).id

it('gives addresses of a pool that is not public to administrators alone', async () => {
  expect(await given(api.ann)).toEqual([await open()])
  expect(await given(api.admin, { ipv4_pool: [closed] })).toEqual([closed])
  expect((await create(api.ann, { ipv4_pool: [closed] })).body.error).toMatchObject({
    value: 'ipv4_pool',
    msg: `ipv4_pool: pool ${closed} does not exist`,
  })
  const named = { ip_addr: { name: '10.8.0.5' } }
  expect((await create(api.ann, named)).body.error.value).toBe('ip_addr.name')
  expect(await given(api.admin, { ...named, account: api.ann.id })).toEqual([closed])
})

it('gives nothing of a network that is not public to others', async () => {
  const { prisma } = api.database
  const pool = await open()
  const net = { name: '10.7.0.0/24', net: '10.7.0.0/24', family: 2, is_public: false }
  const { id } = await prisma.ipnet.create({ data: net })
  await api.admin.post(`/vm/v3/ippool/${pool}/range`, { name: '10.7.0.10-10.7.0.12' })
  await prisma.ipnet.updateMany({ where: { id: { not: id } }, data: { is_public: false } })
  expect((await create(api.ann, { ip_addr: { name: '10.7.0.10' } })).body.error.value).toBe('ip_addr.name')
  await expect(given(api.ann)).rejects.toThrow('There are not enough free IPv4 addresses')
  expect(await given(api.admin)).toEqual([pool])
  await prisma.ipnet.updateMany({ data: { is_public: true } })
})

it('leaves a VM to DHCP when the pools of its cluster are open to administrators alone', async () => {
  const pool = await open()
  await api.admin.post(`/ip/v3/ippool/${pool}`, { is_public: false })
  expect(await given(api.ann)).toEqual([])
  expect((await create(api.ann, { ipv4_number: 1 })).body.error.value).toBe('ipv4_number')
  expect(await given(api.admin)).toEqual([pool])
  await api.admin.post(`/ip/v3/ippool/${pool}`, { is_public: true })
})
