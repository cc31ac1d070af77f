import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listBody, parseList } from './answer.ts'
import { exportCsv } from './csv.ts'
import { defineList } from './define.ts'
import { admin, owner, type TestActor, testList, testSpec } from './fixture.ts'
import { type AnswerRow, openTestLists, wholeText } from './fixture-database.ts'
import { sampleRows } from './fixture-rows.ts'
import { readRow, runList } from './run.ts'
import { sql } from './sql.ts'

const rows = sampleRows(150)
const mine = rows.filter((row) => row.account_id === 1).map(({ id }) => id)
const foreign = rows.find((row) => row.account_id === 2)!

let lists: Awaited<ReturnType<typeof openTestLists>>
beforeAll(async () => {
  lists = await openTestLists()
})
afterAll(() => lists.close())

describe('what an actor may not see does not exist', () => {
  it.each([
    'id GE 0 OR account NE 1',
    `id EQ ${foreign.id} OR id IN (${foreign.id}) OR NOT id EQ ${foreign.id}`,
    'name EQ "\' OR 1=1 --" OR id GT 0',
    "name EQ '1); DELETE FROM vm; --' OR id GT 0",
    "comment CP '%' OR comment IS NULL",
    "name NE '$1' OR name NE '\\'",
  ])('%s', async (where) => {
    for (const id of await lists.ids({ where }, owner(1))) expect(mine).toContain(id)
    expect((await lists.ask({}, owner(1))).size).toBe(mine.length)
  })

  it.each([
    { where: 'id EQ 1 OR 1=1' },
    { where: 'id EQ 1; DROP TABLE vm' },
    { where: 'vm.id EQ 1' },
    { where: 'account_id EQ 2' },
    { where: 'constructor EQ 1' },
    { where: '__proto__ IS NULL' },
    { where: 'pg_sleep(10) EQ 1' },
    { orderby: 'id; DROP TABLE vm' },
    { orderby: '(SELECT 1)' },
    { orderby: 'tag' },
    { orderby: 'toString' },
    { limit: '1; DROP TABLE vm' },
    { limit: '1 OFFSET 0' },
  ])('refuses $where$orderby$limit', async (query) => {
    await expect(lists.ask(query, owner(1))).rejects.toMatchObject({ code: 'invalid_query', http: 400 })
  })

  it('hides a field in filter, order, row, export and catalogue, in the words for an absent one', async () => {
    const words = (name: string) => ({ message: `where: no field called "${name}" at position 1`, value: name })
    await expect(lists.ask({ where: "node.secret EQ 'one'" }, owner(1))).rejects.toMatchObject(words('node.secret'))
    await expect(lists.ask({ where: "node.absent EQ 'one'" }, owner(1))).rejects.toMatchObject(words('node.absent'))
    await expect(lists.ask({ orderby: 'node.secret' }, owner(1))).rejects.toMatchObject({ code: 'invalid_query' })
    const text = listBody(await runList(lists.db, testList, owner(1), {}))
    expect(text).toContain('"node":{"id":1,"name":"node1"}')
    expect(text).not.toContain('secret')
    expect(testList.catalogue(owner(1)).map(({ name }) => name)).not.toContain('node.secret')
    expect(testList.catalogue(admin).map(({ name }) => name)).toContain('node.secret')
    const csv = exportCsv(lists.db, testList, owner(1), {}, { columns: ['node.secret'] })
    await expect(csv.next()).rejects.toMatchObject({ code: 'invalid_query' })
  })

  it('holds when the visibility condition has an OR of its own', async () => {
    const shared = defineList<TestActor>({
      ...testSpec,
      visible: () => sql`vm.account_id = ${1} OR vm.account_id = ${3}`,
    })
    const seen = await parseList<AnswerRow>(
      await runList(lists.db, shared, admin, { where: "id GT 0 AND state EQ 'active'" }),
    )
    const wanted = rows.filter(({ account_id, state }) => account_id !== 2 && state === 'active')
    expect(seen.list.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id))
    expect(await readRow(lists.db, shared, admin, foreign.id)).toBeNull()
  })

  it('gives a single row exactly as the list does, to whom the list would', async () => {
    const [id = 0] = mine
    const { rows: texts } = await runList(lists.db, testList, owner(1), { where: `id EQ ${id}` })
    expect([await readRow(lists.db, testList, owner(1), id)]).toEqual(texts)
    for (const other of [foreign.id, 0, -1, 999999999, '9223372036854775808', '1e400', 'x', '', "1' OR '1'='1"]) {
      expect(await readRow(lists.db, testList, owner(1), other)).toBeNull()
    }
  })

  it('keeps to the scope of the path in list, row, search and export', async () => {
    const scope = sql`vm.state = ${'active'} OR vm.state = ${'unknown'}`
    const wanted = rows.filter(({ state }) => state !== 'stopped').map(({ id }) => id)
    const scoped = await parseList<AnswerRow>(await runList(lists.db, testList, admin, {}, { scope }))
    expect(scoped).toMatchObject({ size: wanted.length })
    expect(scoped.list.map(({ id }) => id)).toEqual(wanted)
    const stopped = rows.find(({ state }) => state === 'stopped')!
    expect(await readRow(lists.db, testList, admin, stopped.id, { scope })).toBeNull()
    const lines = await wholeText(exportCsv(lists.db, testList, admin, {}, { scope, columns: ['id'] }))
    expect(lines).toBe(`id\r\n${wanted.map((id) => `${id}\r\n`).join('')}`)
  })
})
