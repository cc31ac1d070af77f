import { afterAll, beforeAll, expect, it } from 'vitest'
import { testApi } from '../../../../e2e/support/api.ts'

let api: Awaited<ReturnType<typeof testApi>>
const ids: Record<string, number> = {}

const rows = {
  done: { status: 'complete' },
  refused: {
    status: 'failed',
    error_code: 'device_rejected',
    error: 'The node refused: disk full',
    step: 'disk_create',
  },
  late: { status: 'failed', error_code: 'timeout', error: 'The task did not finish within 2 minutes', step: null },
  odd: { status: 'aborted', error_code: 'of an older release', error: 'Stopped', step: null },
}

beforeAll(async () => {
  api = await testApi()
  for (const [name, row] of Object.entries(rows)) {
    const ended = new Date('2026-11-01T10:00:00Z')
    const data = { consul_id: 1, name: 'host_create', account_id: api.ann.id, ended_at: ended, ...row }
    ids[name] = (await api.database.prisma.task.create({ data })).id
  }
})
afterAll(() => api.close())

const expected: Record<string, object | undefined> = {
  done: undefined,
  refused: { code: 9020, msg: 'The node refused: disk full', value: 'disk_create' },
  late: { code: 9031, msg: 'The task did not finish within 2 minutes', value: '' },
  odd: { code: 9099, msg: 'Stopped', value: '' },
}

it.each(['/vm/v3', '/dci/v3'])('shows the error of a task as an object or not at all, in %s', async (base) => {
  const { status, body } = await api.ann.get(`${base}/task?orderby=id`)
  expect(status).toBe(200)
  const listed = Object.fromEntries(body.list.map((row: { id: number }) => [row.id, row]))
  for (const [name, error] of Object.entries(expected)) {
    const row = listed[ids[name] as number]
    expect(row.error, name).toEqual(error)
    expect('error' in row, name).toBe(error !== undefined)
    const one = (await api.ann.get(`${base}/task/${ids[name]}`)).body
    for (const shown of [one, one.task]) {
      expect(shown.error, name).toEqual(error)
      expect('error' in shown, name).toBe(error !== undefined)
    }
  }
})

it('says once when a task ended', async () => {
  const row = (await api.ann.get(`/vm/v3/task/${ids.done}`)).body
  expect(row.finished_at).toBe('2026-11-01T10:00:00.000Z')
  expect(row).not.toHaveProperty('ended_at')
})

it.each([
  ["error CP '%disk full%'", ['refused']],
  ["error EQ 'Stopped'", ['odd']],
  ['error IS NULL', ['done']],
  ['error.code EQ 9031', ['late']],
  ["error.value EQ 'disk_create'", ['refused']],
])('filters by %s', async (where, names) => {
  const { body } = await api.ann.get(`/vm/v3/task?where=${encodeURIComponent(where)}`)
  expect(body.list.map((row: { id: number }) => row.id)).toEqual(names.map((name) => ids[name]))
})

it('puts the words of the error into the CSV file', async () => {
  const { body } = await api.ann.get(`/api/export/vm/task.csv?columns=id,error.msg&where=id EQ ${ids.late}`)
  expect(body.split('\r\n')[1]).toBe(`${ids.late},The task did not finish within 2 minutes`)
})

it('names what a task is about, but no object that has another owner since', async () => {
  const { prisma } = api.database
  const server = await prisma.name_server.create({ data: { name: 'ns-1', kind: 'rfc2136', address: '192.0.2.53' } })
  const iso = (name: string, account_id: number) =>
    prisma.iso.create({ data: { name, account_id, os_group: 'Linux', state: 'ready' } })
  const [own, given] = [await iso('mine', api.ann.id), await iso('theirs', api.bob.id)]
  const about = [
    ['name_server', server.id],
    ['iso', own.id],
    ['iso', given.id],
    ['backup_location', 4711],
  ] as const
  const data = { consul_id: 1, status: 'complete', account_id: api.ann.id }
  const made = []
  for (const [entity, registry_id] of about)
    made.push((await prisma.task.create({ data: { ...data, name: 'named', entity, registry_id } })).id)
  const { body } = await api.ann.get(`/vm/v3/task?where=name EQ named&orderby=id`)
  expect(body.list.map((row: { registry_name: string | null }) => row.registry_name)).toEqual([
    'ns-1',
    'mine',
    null,
    null,
  ])
  await prisma.task.update({ where: { id: made[2] as number }, data: { account_id: null } })
  expect((await api.admin.get(`/vm/v3/task/${made[2]}`)).body.registry_name).toBe('theirs')
})
