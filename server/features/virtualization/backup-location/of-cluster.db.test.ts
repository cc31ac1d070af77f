import { afterAll, beforeAll, expect, it } from 'vitest'
import { testApi } from '../../../../e2e/support/api.ts'

let api: Awaited<ReturnType<typeof testApi>>
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

it('a cluster names its backup locations, keeps those that an edit does not name, and refuses one that is not there', async () => {
  const { admin } = api
  const location = async (name: string, port: number) => {
    const connection_params = { ip: '127.0.0.1', port, login: 'b', path: '/srv' }
    const body = { name, type: 'ssh', connection_params, skip_connection_check: true }
    return (await admin.post('/vm/v3/backup_location', body)).body.id as number
  }
  const [first, second] = [await location('first', 1), await location('second', 2)]
  const body = { name: 'west', virtualization_type: 'dummy', os_storage_path: '/share', image_storage_path: '/images' }
  const wrong = await admin.post('/vm/v3/cluster', { ...body, backup_locations: [first, 4711] })
  expect(wrong).toMatchObject({ status: 400, body: { error: { value: 'backup_locations' } } })
  expect((await admin.get('/vm/v3/cluster')).body.size).toBe(0)
  const made = await admin.post('/vm/v3/cluster', { ...body, backup_locations: [first] })
  const named = async () => (await admin.get(`/vm/v3/cluster/${made.body.id}`)).body.backup_locations
  expect(await named()).toEqual([{ id: first, name: 'first' }])
  const edit = (change: object) => admin.post(`/vm/v3/cluster/${made.body.id}`, change)
  expect((await edit({ backup_locations: [second, first, second] })).status).toBe(200)
  expect((await edit({ comment: 'other' })).status).toBe(200)
  expect(await named()).toMatchObject([{ id: first }, { id: second }])
  expect((await admin.get(`/vm/v3/backup_location/${second}`)).body.clusters).toMatchObject([{ name: 'west' }])
  expect((await edit({ backup_locations: [] })).status).toBe(200)
  expect(await named()).toEqual([])
})
