import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { advisoryLocks } from '../../../db/advisory.ts'
import { startWorker, type Worker } from '../../../tasks/worker.ts'
import { forgetOldImports } from './files.ts'
import { api, count, DOCUMENT, empty, run, send, startImport } from './import-fixture.ts'
import { bringIn, importTask } from './tasks.ts'

let worker: Worker
beforeAll(async () => {
  await startImport()
  worker = startWorker({ definitions: [importTask] })
})
afterAll(async () => {
  await worker.stop()
  await api.close()
})
beforeEach(async () => {
  await api.database.pool.query('truncate import_file cascade')
  await empty()
})

const START = '/dci/v3/import/start'
const ask = ({ text, ...asked }: { text: string; kind: string; on_error?: string }) =>
  send({ format: 'csv', ...asked }, text, START)
const rows = (text: string) => `name,location,size\n${text}`
/** Waits for the end of an import. @returns its task and what can be read of it */
async function over(id: number) {
  const task = async () => (await api.admin.get(`/vm/v3/task/${id}`)).body
  await expect.poll(async () => (await task()).status).toMatch(/complete|failed|aborted/)
  return { task: await task(), stored: (await api.admin.get(`/dci/v3/import/${id}`)).body }
}
const parts = async () =>
  (await api.database.pool.query('select content from import_part')).rows.map((row) => row.content)

it('goes on after its call, leaves the same records and audit, and says what became of each row', async () => {
  const { status, body } = await send({ format: 'yaml', kind: 'all' }, DOCUMENT, START)
  expect([status, body]).toEqual([200, { id: body.task, task: expect.any(Number) }])
  const { task, stored } = await over(body.task)
  expect(task).toMatchObject({ status: 'complete', name: 'import_run', percent: 100, output: { total: 20 } })
  expect(stored).toMatchObject({ id: body.task, format: 'yaml', kind: 'all', on_error: 'stop', existing: 'update' })
  expect(stored.answer).toMatchObject({ applied: true, total: 20, counts: { create: 20, error: 0 } })
  expect(await count('server')).toBe(4)
  const { rows: audit } = await api.database.pool.query(
    `select account_id, session_id, host(ip) as ip from audit where operation = 'POST /dci/v3/import' and entity = 'server'`,
  )
  expect(audit.length).toBeGreaterThanOrEqual(4)
  expect(new Set(audit.map((one) => JSON.stringify(one)))).toHaveProperty('size', 1)
  expect(audit[0]).toEqual({ account_id: api.admin.id, session_id: expect.any(Number), ip: '127.0.0.1' })
  // Each record of the document is named by its kind and number.
  const { rows: unnamed } = await api.database.pool.query(
    `select entity from audit where operation = 'POST /dci/v3/import' and entity <> 'import' and entity_id is null`,
  )
  expect(unnamed).toEqual([])
  // The same by the call that waits: nothing is left to do.
  expect(await run('all', DOCUMENT)).toMatchObject({ counts: { same: 20, create: 0 } })
})

it('keeps its file sealed, and not longer than it takes', async () => {
  const client = await api.database.pool.connect()
  try {
    // Another import is running: this one waits.
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1, $2)', [...advisoryLocks.import])
    const { task } = (
      await ask({
        kind: 'location',
        text: `name,ssh_address,ssh_port,ssh_user,password\nOslo,192.0.2.1,22,root,hidden-word-3\n`,
      })
    ).body
    await expect.poll(async () => (await api.admin.get(`/vm/v3/task/${task}`)).body.percent).toBeGreaterThan(0)
    expect(await parts()).toEqual([expect.stringMatching(/^sealed:2:/)])
    const dump = await api.database.pool.query(
      `select (select json_agg(t) from task t) as tasks, (select json_agg(a) from audit a) as audit`,
    )
    expect(JSON.stringify([dump.rows, (await api.admin.get(`/dci/v3/import/${task}`)).body])).not.toContain(
      'hidden-word-3',
    )
    await client.query('rollback')
    expect((await over(task)).stored.answer).toMatchObject({ applied: true })
    expect(await parts()).toEqual([])
    await api.database.pool.query(`update import_file set created_at = now() - interval '8 days'`)
    await forgetOldImports()
    expect((await api.admin.get(`/dci/v3/import/${task}`)).status).toBe(404)
  } finally {
    await client.query('rollback')
    client.release()
  }
})

it('leaves nothing of a faulty file, and its task fails in words; the rows at fault can be read', async () => {
  await run('location', 'name,ssh_address,ssh_port,ssh_user\nOslo,192.0.2.1,22,root\n')
  const text = rows('A,Oslo,42\nB,Nowhere,42\n')
  const stopped = await over((await ask({ kind: 'rack', text })).body.task)
  expect(stopped.task).toMatchObject({
    status: 'failed',
    error: { msg: 'Nothing was imported: 1 of 2 rows have errors' },
  })
  expect(stopped.stored.answer).toMatchObject({ applied: false, counts: { create: 1, error: 1 } })
  expect(await count('rack')).toBe(0)
  const kept = await over((await ask({ kind: 'rack', text, on_error: 'skip' })).body.task)
  expect([kept.task.status, kept.stored.answer.applied, await count('rack')]).toEqual(['complete', true, 1])
  const nonsense = await over((await ask({ kind: 'rack', text: 'name,name\n' })).body.task)
  expect(nonsense).toMatchObject({ task: { status: 'failed' }, stored: { answer: null } })
  expect(await parts()).toEqual([])
})

it('can be called off in the middle, and then has changed nothing', async () => {
  await run('location', 'name,ssh_address,ssh_port,ssh_user\nOslo,192.0.2.1,22,root\n')
  const { task } = (
    await ask({ kind: 'rack', text: rows(Array.from({ length: 20_000 }, (_, n) => `R${n},Oslo,42\n`).join('')) })
  ).body
  await expect.poll(async () => (await api.admin.get(`/vm/v3/task/${task}`)).body.message).toMatch(/^Row \d+ of 20000$/)
  expect((await api.admin.post(`/vm/v3/task/${task}/abort`)).status).toBe(200)
  const { task: ended, stored } = await over(task)
  expect([ended.status, stored.answer, await count('rack')]).toEqual(['aborted', null, 0])
  expect(await parts()).toEqual([])
})

it('is for administrators, bounded in size, and four of them wait at most', async () => {
  expect((await api.ann.post(`${START}?format=csv&kind=rack`, 'name\n')).status).toBe(403)
  expect((await api.ann.get('/dci/v3/import/1')).status).toBe(403)
  expect((await ask({ kind: 'rack', text: 'x'.repeat(17 * 1024 * 1024) })).status).toBe(413)
  const client = await api.database.pool.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1, $2)', [...advisoryLocks.import])
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask({ kind: 'cpu_socket', text: 'name\nA\n' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 409, 409])
    await client.query('rollback')
    for (const { status, body } of answers)
      if (status === 200) expect((await over(body.task)).task.status).toBe('complete')
    expect(await count('cpu_socket')).toBe(1)
  } finally {
    await client.query('rollback')
    client.release()
  }
})

it('changes nothing a second time when its worker died after the work', async () => {
  const { task } = (await ask({ kind: 'cpu_socket', text: 'name\nA\n' })).body
  const first = await over(task)
  // As if the journal had not been reached: the step runs again.
  await api.database.pool.query('delete from cpu_socket')
  await api.database.pool.query(`insert into import_part values ($1, 0, 'sealed:2:x:y:z')`, [task])
  expect(await bringIn({ id: task, progress: () => {} }, new AbortController().signal)).toEqual(first.stored.answer)
  expect(await count('cpu_socket')).toBe(0)
})
