import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listBody, parseList } from './answer.ts'
import { exportCsv } from './csv.ts'
import { defineList } from './define.ts'
import { admin, owner, type TestActor, testSpec } from './fixture.ts'
import { type AnswerRow, openTestLists, wholeText } from './fixture-database.ts'
import { runList } from './run.ts'
import { render, sql } from './sql.ts'
import { pageStatement } from './statement.ts'

const COUNT = 8000
const list = defineList<TestActor>({ ...testSpec, total: "total_rows('vm')" })

let lists: Awaited<ReturnType<typeof openTestLists>>
beforeAll(async () => {
  lists = await openTestLists(0)
  await lists.pool.query(`
    INSERT INTO vm (id, name, account_id, node_id, state, cpu_number, ram_mib, protected, create_date)
      SELECT n, 'vm' || n % 700, n % 50 + 1, nullif(n % 3, 0), 'active', n % 7, nullif(n % 11, 0), n % 2 = 0, now()
        FROM generate_series(1, ${COUNT}) n;
    SELECT track_rows('vm')`)
  // In a statement of its own: VACUUM makes the index-only scans of a settled table possible.
  await lists.pool.query('VACUUM ANALYZE vm')
})
afterAll(() => lists.close())

type Plan = { 'Actual Rows': number; 'Actual Loops': number; 'Relation Name'?: string; Plans?: Plan[] }

/** Rows of vm that a list's statement read, by the account of PostgreSQL itself. */
const rowsRead = async (query: Parameters<typeof runList>[3], actor = admin): Promise<number> => {
  const { text, values } = render(
    sql`EXPLAIN (ANALYZE, FORMAT JSON) ${pageStatement({ list, actor, query, inline: 1000 })}`,
  )
  const { rows } = await lists.pool.query(text, values)
  const count = (plan: Plan): number =>
    (plan['Relation Name'] === 'vm' ? plan['Actual Rows'] * plan['Actual Loops'] : 0) +
    (plan.Plans ?? []).reduce((sum, inner) => sum + count(inner), 0)
  return count(rows[0]['QUERY PLAN'][0].Plan)
}

describe('a page of a long list', () => {
  it('reads the page, not the list', async () => {
    expect(await rowsRead({ limit: '100' })).toBe(200)
    expect(await rowsRead({ limit: '100', orderby: 'id desc' })).toBe(200)
    expect(await rowsRead({ limit: '0,100', where: 'id EQ 77' })).toBeLessThan(5)
    expect(await rowsRead({ limit: '100', where: 'account EQ 7' })).toBeLessThan(1000)
    expect(await rowsRead({ limit: '100' }, owner(7))).toBeLessThan(1000)
  })

  it('costs the same at its end as at its beginning', async () => {
    expect(await rowsRead({ limit: `${COUNT - 100},100` })).toBe(200)
    expect(await rowsRead({ limit: `${COUNT - 150},100`, orderby: 'id desc' })).toBe(250)
    expect(await rowsRead({ limit: `${COUNT},100` })).toBe(0)
  })

  it.each(['id', 'id desc', 'name', 'ram_mib desc, name', 'node.name, ram_mib', 'cpu_number desc, node desc'])(
    'holds the rows of that place in the whole list, ordered by %s',
    async (orderby) => {
      for (const where of ['', 'cpu_number NE 3', "name CP '%1%'"]) {
        const query = { orderby, where }
        const all = await lists.ids(query, admin, list)
        const offsets = [
          0,
          999,
          1000,
          1001,
          Math.floor(all.length / 2),
          all.length - 30,
          all.length - 1,
          all.length,
          10 ** 15,
        ]
        for (const offset of offsets) {
          const page = await lists.ask({ ...query, limit: `${offset},20` }, admin, list)
          expect(page.list.map(({ id }) => id)).toEqual(all.slice(offset, offset + 20))
          expect(page.size).toBe(all.length)
        }
      }
    },
  )

  it('knows the exact number in the moment a row comes or goes', async () => {
    const size = async () => (await lists.ask({ limit: '0' }, admin, list)).size
    await lists.pool.query(
      `INSERT INTO vm (id, name, account_id, state, cpu_number, protected, create_date)
        VALUES (${COUNT + 1}, 'new', 1, 'active', 1, false, now())`,
    )
    expect(await size()).toBe(COUNT + 1)
    await lists.pool.query(`DELETE FROM vm WHERE id > ${COUNT}`)
    expect(await size()).toBe(COUNT)
  })
})

describe('an answer of more than a thousand rows', () => {
  it('comes as a stream of one more statement a thousand, and is the same JSON', async () => {
    let taken = 0
    const statements = await lists.statementsOf(async () => {
      const body = listBody(await runList(lists.db, list, admin, { limit: '3500', orderby: 'id desc' }))
      expect(body).toBeInstanceOf(ReadableStream)
      const answer = JSON.parse(await new Response(body).text()) as {
        list: AnswerRow[]
        size: number
        last_notify: number
      }
      expect(answer.list.map(({ id }) => id)).toEqual(Array.from({ length: 3500 }, (_, index) => COUNT - index))
      expect(answer).toMatchObject({ size: COUNT, last_notify: 12 })
      taken = answer.list.length
    })
    expect(taken).toBe(3500)
    expect(statements).toBe(4)
  })

  it('is everything when there is no limit', async () => {
    const answer = await parseList<AnswerRow>(await runList(lists.db, list, admin, {}))
    expect(answer.list.length).toBe(COUNT)
  })

  it('reads on only as fast as it is taken, and stops when the peer goes', async () => {
    const statements = await lists.statementsOf(async () => {
      const body = listBody(await runList(lists.db, list, admin, {})) as ReadableStream<Uint8Array>
      const reader = body.getReader()
      await reader.read()
      await reader.cancel()
    })
    expect(statements).toBeLessThanOrEqual(3)
  })

  it('leaves out what was deleted meanwhile', async () => {
    const answer = await runList(lists.db, list, admin, { limit: '2500' })
    await lists.pool.query('DELETE FROM vm WHERE id BETWEEN 1101 AND 2400')
    const ids = (await parseList<AnswerRow>(answer)).list.map(({ id }) => id)
    expect(ids).toEqual(Array.from({ length: 2500 }, (_, index) => index + 1).filter((id) => id < 1101 || id > 2400))
    expect((await lists.ask({ limit: '0' }, admin, list)).size).toBe(COUNT - 1300)
  })

  it('is exported in parts', async () => {
    let lines = ''
    const statements = await lists.statementsOf(async () => {
      lines = await wholeText(exportCsv(lists.db, list, owner(3), { limit: '5000' }, { columns: ['id'] }))
    })
    const { size } = await lists.ask({ limit: '0' }, owner(3), list)
    expect(lines.trimEnd().split('\r\n').length).toBe(1 + size)
    expect(statements).toBe(2)
  })
})
