import { expect } from 'vitest'
import { testApi } from '../../../e2e/support/api.ts'
import { transaction } from '../../db/transaction.ts'
import { allocate } from './allocation/allocate.ts'

type Answered = Promise<{ status: number; body: { id?: number; error?: { msg: string } } }>

/** The API on a database of its own, with helpers to make pools, networks, ranges, VMs and addresses. */
export async function networkFixture() {
  const api = await testApi()
  const { admin, database } = api
  const { prisma } = database

  const made = async (answer: Answered) => {
    const { status, body } = await answer
    expect(body).toEqual({ id: expect.any(Number) })
    expect(status).toBe(200)
    return body.id as number
  }
  return {
    api,
    made,
    refused: async (answer: Answered, status: number) => {
      const got = await answer
      expect(got.status).toBe(status)
      return got.body.error?.msg
    },
    addPool: (name: string) => made(admin.post('/ip/v3/userspace/public/ippool', { name })),
    addNet: (name: string, gateway: string | null = null) =>
      made(admin.post('/vm/v3/userspace/public/ipnet', { name, gateway })),
    addRange: (pool: number, name: string) => made(admin.post(`/vm/v3/ippool/${pool}/range`, { name })),
    addHost: async (name: string, account_id: number) => {
      const cluster =
        (await prisma.cluster.findFirst()) ??
        (await prisma.cluster.create({ data: { name: 'cl1', virtualization_type: 'dummy' } }))
      const shape = { cluster_id: cluster.id, cpu_number: 1, ram_mib: 1024, state: 'stopped' }
      const data = { name, internal_name: name, uuid: crypto.randomUUID(), account_id, ...shape }
      return (await prisma.host.create({ data })).id
    },
    give: (pool: number, count: number, host_id: number | null = null, account_id: number | null = null) =>
      transaction((work) => allocate(work, { pools: [pool], count, family: 2, host_id, account_id, state: 'ok' })),
    clear: () =>
      database.pool.query(
        'truncate host, cluster, ip, ip_free, iprange, ipnet, ippool, ippool_cluster, task restart identity cascade',
      ),
  }
}
