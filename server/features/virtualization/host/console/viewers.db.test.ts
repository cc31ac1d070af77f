import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testApi } from '../../../../../e2e/support/api.ts'
import { setPresence } from '../../../../console/presence.ts'
import { touched } from '../../../../events/touch.ts'

let api: Awaited<ReturnType<typeof testApi>>
let hostId = 0

beforeAll(async () => {
  api = await testApi()
  const { prisma } = api.database
  const cluster = await prisma.cluster.create({ data: { name: 'c', virtualization_type: 'dummy' } })
  const { id } = await prisma.host.create({
    data: {
      name: 'web',
      internal_name: 'dh-web',
      uuid: randomUUID(),
      account_id: api.ann.id,
      cluster_id: cluster.id,
      cpu_number: 1,
      ram_mib: 512,
    },
  })
  hostId = id
})
afterAll(() => api.close())

it('names those who watch, and tells the caller apart', async () => {
  const since = '2026-11-20T03:00:00.000Z'
  const viewer = (id: string, account_id: number) =>
    ({ id, object: 'host', object_id: hostId, account_id, kind: 'vnc', mode: 'control', since }) as const
  setPresence({
    viewers: (thing) => (thing === `host ${hostId}` ? [viewer('a', api.ann.id), viewer('b', api.admin.id)] : []),
  })
  const { status, body } = await api.ann.get(`/vm/v3/host/${hostId}/console`)
  expect(status).toBe(200)
  expect(body).toEqual({
    size: 2,
    list: [
      {
        id: 'a',
        account: { id: api.ann.id, email: 'ann@example.com' },
        kind: 'vnc',
        mode: 'control',
        since,
        self: true,
      },
      {
        id: 'b',
        account: { id: api.admin.id, email: 'admin@example.com' },
        kind: 'vnc',
        mode: 'control',
        since,
        self: false,
      },
    ],
  })
})

it('is as silent about a VM of another account as about an absent one', async () => {
  expect((await api.bob.get(`/vm/v3/host/${hostId}/console`)).status).toBe(404)
  expect((await api.request('GET', `/vm/v3/host/${hostId}/console`)).status).toBe(401)
})

it('notifies the owner and administrators of a change, and no others', async () => {
  const [ann, bob] = await Promise.all([feed(api.ann.token), feed(api.bob.token)])
  touched({ entity: 'console', entity_id: hostId, account_id: api.ann.id })
  touched({ entity: 'console', entity_id: 0, account_id: api.bob.id })
  expect(await ann.next()).toBe(`event: touch\ndata: {"entity":"console","entity_id":${hostId}}`)
  expect(await bob.next()).toBe('event: touch\ndata: {"entity":"console","entity_id":0}')
  await Promise.all([ann.close(), bob.close()])
})

/** The events of one screen, read one after the other from behind the greeting. */
async function feed(token: string) {
  const response = await api.fetch('/api/events', { token })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  const next = async (): Promise<string> => {
    while (!text.includes('\n\n')) text += (await reader.read()).value ?? ''
    const [first = '', ...rest] = text.split('\n\n')
    text = rest.join('\n\n')
    return first
  }
  expect(await next()).toContain('event: hello')
  return { next, close: () => reader.cancel() }
}
