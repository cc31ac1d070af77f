import { afterAll, beforeAll, expect } from 'vitest'
import { testCluster } from '../../../../e2e/support/dummy-cluster.ts'

/** A cluster of two nodes for the tests of one file. */
export let t: Awaited<ReturnType<typeof testCluster>>

/** Declares what comes before and after the tests of a file. */
export function onCluster(): void {
  beforeAll(async () => {
    t = await testCluster()
  })
  afterAll(() => t.close())
}

export const read = async (id: number) => (await t.admin.get(`/vm/v3/storage/${id}`)).body
/** Path of a storage in the cluster. */
export const at = (id: number): string => `/vm/v3/cluster/${t.cluster}/storage/${id}`
export const mainOf = async () =>
  (await t.admin.get('/vm/v3/storage?where=kind EQ file&orderby=id')).body.list[0].id as number

/** Adds a storage, of files unless `body` says otherwise. @returns its number */
export async function add(name: string, body: object = {}): Promise<number> {
  const answer = await t.admin.post('/vm/v3/storage', { name, type: 'file', storage_params: {}, ...body })
  expect(answer.status).toBe(200)
  return answer.body.id
}
export const attach = (id: number, folder: string, body: object = {}) =>
  t.admin.post(at(id), { virt_pool: { vm_storage_path: folder }, ...body })
