import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { testApi } from '../../e2e/support/api.ts'
import { CHANGED_HEADER } from '../domain/shared/changed-header.ts'
import { changed } from '../events/changes.ts'
import { catalogue } from './catalogue.ts'

let api: Awaited<ReturnType<typeof testApi>>
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const input = (...calls: unknown[]) => encodeURIComponent(JSON.stringify({ ...calls }))
const socket = (name: string) => ({ body: { name } })

it('gives screens the text of lists as REST gives it, each in its place', async () => {
  const name = 'a mark "x-0" \\ 1'
  await api.admin.post('/dci/v3/cpu_socket', { name })
  const text = async (path: string) => {
    const answer = await api.fetch(path, { token: api.admin.token })
    return (await answer.text()).replace(/"last_notify":\d+/, '')
  }
  const rest = await text('/dci/v3/cpu_socket')
  expect(await text('/api/trpc/dci.cpuSocket.list')).toBe(`{"result":{"data":${rest}}}`)

  const names = 'dci.cpuSocket.list,auth.user.whoami,dci.rack.list,no.such'
  const { status, body } = await api.admin.get(`/api/trpc/${names}?batch=1&input=${input({}, {}, {}, {})}`)
  expect(status).toBe(207)
  expect(body[0].result.data.list).toMatchObject([{ name }])
  expect(body[1].result.data).toMatchObject({ id: api.admin.id })
  expect(body[2].result.data).toMatchObject({ list: [], size: 0 })
  expect(body[3].error.data.httpStatus).toBe(404)
})

it('rejects a list that the caller may not see, beside one that it may', async () => {
  const { body } = await api.ann.get(`/api/trpc/dci.rack.list,vm.host.list?batch=1&input=${input({}, {})}`)
  expect(body[0].error.data.httpStatus).toBe(403)
  expect(body[1].result.data).toMatchObject({ list: [] })
})

it('names to a screen what its calls have changed, all of one request together', async () => {
  const both = { 0: socket('one'), 1: socket('two') }
  const { status, headers } = await api.admin.post('/api/trpc/dci.cpuSocket.create,dci.cpuSocket.create?batch=1', both)
  expect(status).toBe(200)
  expect(headers.get(CHANGED_HEADER)).toMatch(/^cpu_socket:\d+,\d+$/)
  const refused = await api.admin.post('/api/trpc/dci.cpuSocket.create', socket('one'))
  expect(refused.status).toBe(409)
  expect(refused.headers.get(CHANGED_HEADER)).toBeNull()
  expect((await api.admin.get('/api/trpc/dci.cpuSocket.list')).headers.get(CHANGED_HEADER)).toBeNull()
})

it('names nothing that the caller would not get as an event', async () => {
  const run = vi.spyOn(catalogue.vm.task.dismiss, 'run').mockImplementation(async (ctx) => {
    await ctx.mutate(async (work) => {
      for (const { id } of [api.ann, api.bob])
        changed(work, { entity: 'host', entity_id: id, event: 'update', account_id: id })
    })
    return { id: 1 }
  })
  const { headers } = await api.ann.post('/api/trpc/vm.task.dismiss', { params: { task_id: 1 } })
  run.mockRestore()
  expect(headers.get(CHANGED_HEADER)).toBe(`host:${api.ann.id}`)
})
