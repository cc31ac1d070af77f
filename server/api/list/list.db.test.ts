import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { msg } from '../../shared/text.ts'
import { listBody } from './answer.ts'
import { defineList } from './define.ts'
import { admin, owner, type TestActor, testList, testSpec } from './fixture.ts'
import { openTestLists } from './fixture-database.ts'
import { compareValues, type Filter, filters, judge, renderFilter, sortable, sortValue } from './fixture-where.ts'
import { readRow, runList } from './run.ts'
import { sql } from './sql.ts'

/** Shows every row to every caller. */
const everyone = defineList({ ...testSpec, visible: () => null })

let lists: Awaited<ReturnType<typeof openTestLists>>
beforeAll(async () => {
  lists = await openTestLists()
})
afterAll(() => lists.close())

/** The answer the reference gives: ids of the page, and the size. */
const expected = (
  filter: Filter | null,
  keys: readonly [string, boolean][],
  offset: number,
  count: number,
  actor: TestActor,
) => {
  const matching = lists.rows
    .filter((row) => actor.admin || row.account_id === actor.account_id)
    .filter((row) => filter === null || judge(filter, row))
    .sort((left, right) => {
      for (const [field, descending] of keys) {
        const order = compareValues(field, sortValue(left, field), sortValue(right, field))
        if (order) return descending ? -order : order
      }
      return left.id - right.id
    })
  return { ids: matching.slice(offset, offset + count).map(({ id }) => id), size: matching.length }
}

describe('semantics', () => {
  it('gives the rows, order, page and size that the reference gives', async () => {
    const keys = fc.array(fc.tuple(fc.constantFrom(...sortable), fc.boolean()), { maxLength: 3 })
    const actors = fc.constantFrom(admin, owner(1), owner(2), owner(99))
    await fc.assert(
      fc.asyncProperty(
        fc.option(filters, { freq: 20 }),
        keys,
        fc.nat(160),
        fc.nat(160),
        actors,
        fc.nat(255),
        async (filter, by, offset, count, actor, flip) => {
          const query = {
            where: filter ? renderFilter(filter, flip) : '',
            orderby: by.map(([field, descending]) => `${field} ${descending ? 'desc' : 'asc'}`).join(', '),
            limit: `${offset},${count}`,
          }
          const answer = await lists.ask(query, actor)
          const wanted = expected(filter, by, offset, count, actor)
          expect({ ids: answer.list.map(({ id }) => id), size: answer.size }, JSON.stringify(query)).toEqual(wanted)
        },
      ),
      { numRuns: Number(process.env.FUZZ_LISTS ?? 1000) },
    )
  })
})

describe('one statement', () => {
  it('whatever the rows, the filter and the joins', async () => {
    for (const limit of ['0', '1', '150']) {
      const where = "node.name CP '%o%' OR tag.name EQ web OR account.email NE x"
      expect(await lists.statementsOf(() => lists.ask({ limit, where, orderby: 'node.name, account.email' }))).toBe(1)
    }
    expect(await lists.statementsOf(() => readRow(lists.db, testList, admin, 1))).toBe(1)
    const of = { list: testList, id: 1, what: msg`Machine` }
    expect(await lists.statementsOf(() => runList(lists.db, testList, admin, {}, { of }))).toBe(1)
  })

  it('answers list, size before limit, and the last change, as unparsed text', async () => {
    const answer = await runList(lists.db, testList, admin, { limit: '2', orderby: 'id desc' })
    expect(answer.more).toBeNull()
    const body = listBody(answer)
    expect(body).toMatch(/^\{"list":\[\{"id":150,.*\},\{"id":149,.*\}\],"size":150,"last_notify":12\}$/)
    expect(listBody(await runList(lists.db, testList, admin, { where: 'id EQ 0' }))).toBe(
      '{"list":[],"size":0,"last_notify":12}',
    )
  })

  it('leaves fields and links out where they are null, whatever stands in the others', async () => {
    const leftOut = ['comment', 'node', 'load', 'computed']
    const list = defineList({
      ...testSpec,
      leftOut,
      row: { ...testSpec.row, computed: 'case when vm.id % 2 = 0 then vm.roles end' },
    })
    const plain = defineList({
      ...testSpec,
      row: { ...testSpec.row, computed: 'case when vm.id % 2 = 0 then vm.roles end' },
    })
    const [some, all] = [await lists.ask({}, admin, list), await lists.ask({}, admin, plain)]
    const without = (row: object) =>
      Object.fromEntries(Object.entries(row).filter(([name, value]) => value !== null || !leftOut.includes(name)))
    expect(some.list).toEqual(all.list.map(without))
    for (const name of leftOut)
      expect(new Set(some.list.map((row) => name in row)), name).toEqual(new Set([true, false]))
    const hidden = await lists.ask({}, owner(1), list)
    expect(hidden.list.some((row) => JSON.stringify(row).includes('secret'))).toBe(false)
  })

  it("is not found below a record that is absent or another owner's", async () => {
    const [mine, foreign] = [1, 2].map((id) => lists.rows.find((row) => row.account_id === id)!.id)
    const below = (id: number, actor: TestActor) =>
      runList(
        lists.db,
        everyone,
        actor,
        {},
        { of: { list: { ...testList, what: msg`Machine` }, id }, scope: sql`vm.id = ${id}` },
      )
    expect((await below(mine!, owner(1))).size).toBe(1)
    expect((await below(foreign!, admin)).size).toBe(1)
    for (const id of [foreign!, 4711])
      await expect(below(id, owner(1))).rejects.toMatchObject({
        code: 'not_found',
        message: `Machine ${id} does not exist`,
      })
  })

  it('builds rows of fields, nested objects, null objects and lists', async () => {
    const wanted = lists.rows.find((row) => row.node_id === 2 && row.tags.length > 1 && row.ip_addr)!
    const { list } = await lists.ask({ where: `id EQ ${wanted.id}` })
    expect(list[0]).toEqual({
      ...{
        id: wanted.id,
        name: wanted.name,
        state: wanted.state,
        cpu_number: wanted.cpu_number,
        ram_mib: wanted.ram_mib,
      },
      load: wanted.load,
      is_protected: wanted.protected,
      comment: wanted.comment,
      ip_addr: wanted.ip_addr,
      uuid: wanted.uuid,
      roles: wanted.roles,
      create_date: wanted.create_date.toISOString(),
      account: { id: wanted.account_id, email: expect.stringContaining('@example.com') },
      node: { id: 2, name: 'Node_2', secret: 'two' },
      tags: [...wanted.tags].sort((left, right) => left.id - right.id),
    })
    const alone = lists.rows.find((row) => row.node_id === null)!
    expect((await lists.ask({ where: `id EQ ${alone.id}` })).list[0]).toMatchObject({ node: null })
  })
})
