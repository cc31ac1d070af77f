import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parseList } from './answer.ts'
import { exportCsv } from './csv.ts'
import { defineList } from './define.ts'
import { type Match, matchStatement } from './find.ts'
import { admin, owner, testList, testSpec } from './fixture.ts'
import { type AnswerRow, openTestLists, wholeText } from './fixture-database.ts'
import type { TestRow } from './fixture-rows.ts'
import { execute, runList } from './run.ts'

let lists: Awaited<ReturnType<typeof openTestLists>>
beforeAll(async () => {
  lists = await openTestLists()
})
afterAll(() => lists.close())

describe('search', () => {
  const found = async (text: string) =>
    (await parseList<AnswerRow>(await runList(lists.db, testList, admin, { search: text }))).list

  it('finds a substring of any search field, also among the members of a list, without case', async () => {
    const holds = (row: TestRow, term: string) =>
      [row.name, row.comment, row.ip_addr, ...row.tags.map(({ name }) => name)].some((text) =>
        text?.toLowerCase().includes(term),
      )
    for (const term of ['vm', '10.0.0', 'web', 'é', '=1+', "it's"]) {
      const wanted = lists.rows.filter((row) => holds(row, term)).map(({ id }) => id)
      expect(await lists.ids({ search: term.toUpperCase() })).toEqual(wanted)
    }
    const both = lists.rows.filter((row) => holds(row, 'vm1') && holds(row, '10.0.0')).map(({ id }) => id)
    expect(await lists.ids({ search: ' vm1  10.0.0 ' })).toEqual(both)
  })

  it('finds the same through indexes', async () => {
    const indexed = defineList({ ...testSpec, searchIndexed: true })
    for (const search of ['vm', 'vm1', "it's", '10.0.0', 'web', 'vm1 10.0.0', 'vm1 v', '1.2.3.4']) {
      expect(await lists.ids({ search }, admin, indexed)).toEqual(await lists.ids({ search }))
      const mine = await lists.ids({ search }, owner(1))
      expect(await lists.ids({ search }, owner(1), indexed)).toEqual(mine)
    }
  })

  it('takes % and _ and backslash for themselves', async () => {
    for (const term of ['%', '_', '\\']) {
      for (const { name, ...row } of await found(term)) {
        const { comment, ip_addr } = row as unknown as { comment: string | null; ip_addr: string | null }
        expect(`${name} ${comment} ${ip_addr}`).toContain(term)
      }
    }
    expect(await found('a\0b')).toEqual([])
  })

  it('puts the exact name first, then names that begin with the text', async () => {
    const statement = matchStatement([{ kind: 'vm', list: testList, fields: ['name'] }], admin, 'vm', 100)
    const names = (await execute<Match>(lists.db, statement!)).map(({ value }) => value)
    const rank = (name: string) => (name.toLowerCase() === 'vm' ? 0 : name.toLowerCase().startsWith('vm') ? 1 : 2)
    expect(names.map(rank)).toEqual(names.map(rank).sort())
    expect(names.length).toBeGreaterThan(5)
  })

  it('adds to the filter, and is everything when it is blank', async () => {
    const wanted = lists.rows.filter(({ name, state }) => name.toLowerCase().includes('it') && state === 'active')
    expect(await lists.ids({ search: "it's", where: "state EQ 'active' AND name CP '%it%'" })).toEqual(
      wanted.map(({ id }) => id),
    )
    expect((await lists.ask({ search: '  ' })).size).toBe(150)
  })
})

describe('export', () => {
  it('neutralises formulas, keeps numbers, quotes what needs it', async () => {
    const columns = ['id', 'cpu_number', 'name', 'account.email', 'create_date', 'roles']
    const text = await wholeText(exportCsv(lists.db, testList, admin, { orderby: 'id' }, { columns }))
    const { data } = Papa.parse<string[]>(text)
    expect(data[0]).toEqual(columns)
    lists.rows.forEach((row, index) => {
      const [id, cpus, name, email, date, roles] = data[index + 1]!
      expect([id, cpus]).toEqual([String(row.id), String(row.cpu_number)])
      expect(name).toBe(row.name.startsWith('=') ? `'${row.name}` : row.name)
      expect(email?.startsWith('=')).toBe(false)
      expect(date).toBe(row.create_date.toISOString().slice(0, 19).replace('T', ' '))
      expect(JSON.parse(roles ?? '')).toEqual(row.roles)
    })
    expect(text).toContain('"\'=cmd@example.com"')
  })
})
