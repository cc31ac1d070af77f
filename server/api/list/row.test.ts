import { describe, expect, it } from 'vitest'
import { defineList, type ListSpec } from './define.ts'
import { jsonList, rowSql } from './row.ts'

type Actor = { admin: boolean }
const spec: ListSpec<Actor> = {
  name: 'host',
  from: 'host h',
  joins: { n: 'left join node n on n.id = h.node_id', c: 'left join cluster c on c.id = n.cluster_id' },
  fields: {
    id: { type: 'int', sql: 'h.id' },
    'node.id': { type: 'int', sql: 'h.node_id', nullable: true },
    'node.ip': { type: 'text', sql: 'n.ip', only: (actor) => actor.admin },
  },
  links: { node: 'node.id' },
  visible: () => null,
}
const columns = (row: string) => [...row.matchAll(/AS "(\w+)"/g)].map(([, name]) => name)
const admin = { admin: true }

describe('the SQL of a row', () => {
  it('nests dotted fields; an object whose link is null is null', () => {
    expect(rowSql(defineList(spec), admin)).toBe(
      '(SELECT row_to_json(o) FROM (SELECT h.id AS "id", CASE WHEN h.node_id IS NOT NULL THEN (SELECT row_to_json(o) FROM (SELECT h.node_id AS "id", n.ip AS "ip") o) END AS "node") o)',
    )
  })

  it('merges the computed parts into nested objects, and lets them win', () => {
    const list = defineList({ ...spec, row: { node: { busy: 'false', ip: "'hidden'" }, id: '0' } })
    const row = rowSql(list, admin)
    expect(columns(row)).toEqual(['id', 'id', 'ip', 'busy', 'node'])
    expect(row).toContain('SELECT 0 AS "id"')
    expect(row).toContain(`'hidden' AS "ip"`)
    expect(row).not.toContain('n.ip')
  })

  it('leaves out what the actor may not see, and what is for filters only', () => {
    const fields = { ...spec.fields, raw: { type: 'json', sql: 'h.raw', filterOnly: true } as const }
    const list = defineList({ ...spec, fields })
    expect(columns(rowSql(list, { admin: false }))).toEqual(['id', 'id', 'node'])
    expect(columns(rowSql(list, admin))).toEqual(['id', 'id', 'ip', 'node'])
  })

  it('makes a list of members, [] when there is none', () => {
    expect(jsonList({ id: 't.id' }, 'tag t WHERE t.host_id = h.id', 't.id')).toBe(
      `(SELECT coalesce(json_agg((SELECT row_to_json(o) FROM (SELECT t.id AS "id") o) ORDER BY t.id), '[]') FROM tag t WHERE t.host_id = h.id)`,
    )
  })
})

describe('a declaration', () => {
  it('has the joins that a text needs, with those that these need, in their order', () => {
    const { joinsFor } = defineList(spec)
    expect(joinsFor(['h.id = 1', 'con.x'])).toBe('')
    expect(joinsFor(['n.ip'])).toBe(' left join node n on n.id = h.node_id')
    expect(joinsFor(['c.name'])).toBe(
      ' left join node n on n.id = h.node_id left join cluster c on c.id = n.cluster_id',
    )
  })

  it('lists its fields for filter builders', () => {
    const member = { from: 'tag t', where: 't.host_id = h.id', fields: { id: { type: 'int', sql: 't.id' } } } as const
    const list = defineList({ ...spec, members: { tag: member } })
    expect(list.catalogue(admin)).toEqual([
      { name: 'id', type: 'int', label: 'host.id', nullable: false, values: [], sortable: true },
      { name: 'node.id', type: 'int', label: 'host.node.id', nullable: true, values: [], sortable: true },
      { name: 'node.ip', type: 'text', label: 'host.node.ip', nullable: false, values: [], sortable: true },
      { name: 'tag.id', type: 'int', label: 'host.tag.id', nullable: false, values: [], sortable: false },
    ])
    expect(list.resolve(admin, 'tag')?.name).toBe('tag.id')
    expect(list.resolve(admin, 'node')?.name).toBe('node.id')
  })

  it.each<[string, Partial<ListSpec<Actor>>]>([
    ['field id is missing', { fields: { name: { type: 'text', sql: 'h.name' } }, links: {} }],
    ['link owner to account.id', { links: { owner: 'account.id' } }],
    ['link id to id', { links: { id: 'id' } }],
    [
      'member node is a field',
      { members: { node: { from: 'x', where: 'true', fields: { id: { type: 'int', sql: '1' } } } } },
    ],
    ['field name Bad-Name', { fields: { ...spec.fields, 'Bad-Name': { type: 'int', sql: '1' } } }],
    ['search field title', { search: ['title'] }],
    ['default order by title', { defaultOrder: 'title desc' }],
  ])('is refused when it contradicts itself: %s', (words, part) => {
    expect(() => defineList({ ...spec, ...part })).toThrow(`list host: ${words}`)
  })
})
