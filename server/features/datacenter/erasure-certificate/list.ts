import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { raw } from '../../../api/list/sql.ts'
import { erasureResults } from '../../../domain/erasure/certificate.ts'
import { clearings, operationTypes } from '../../../domain/operation/kinds.ts'
import { msg } from '../../../shared/text.ts'

const METHODS = `(select coalesce(json_agg(distinct d->>'method'), '[]') from jsonb_array_elements(e.content->'drives') d where d->>'method' is not null)`

/** Certificates of cleared disks, also of servers that are gone: for administrators. */
export const certificateList = defineList<Actor>({
  name: 'erasure_certificate',
  what: msg`Certificate`,
  from: 'erasure_certificate e',
  joins: { s: 'left join server s on s.id = e.server_id' },
  fields: {
    id: { type: 'int', sql: 'e.id' },
    number: { type: 'text', sql: 'e.number' },
    operation: { type: 'int', sql: 'e.operation_id' },
    'server.id': { type: 'int', sql: 'e.server_id' },
    'server.name': { type: 'text', sql: 'e.server_name' },
    server_gone: { type: 'bool', sql: 's.id is null' },
    type: { type: 'enum', sql: "e.content#>>'{operation,type}'", values: operationTypes, nullable: true },
    clear_hdd: { type: 'enum', sql: "e.content#>>'{operation,clear_hdd}'", values: clearings, nullable: true },
    started_by: { type: 'text', sql: "e.content->>'started_by'" },
    /** Serial numbers of its drives as one text, which a search looks into. */
    drives: { type: 'text', sql: 'words_of(e.serials)', filterOnly: true },
    result: { type: 'enum', sql: 'e.result', values: erasureResults },
    created_at: { type: 'time', sql: 'e.created_at' },
  },
  members: {
    serial: {
      from: 'unnest(e.serials) as d(serial)',
      where: 'true',
      array: 'e.serials',
      fields: { serial: { type: 'text', sql: 'd.serial' } },
    },
  },
  links: { server: 'server.id' },
  row: { serials: 'e.serials', methods: METHODS, started_by: "coalesce(e.content->>'started_by', '')" },
  search: ['drives', 'number', 'server.name', 'started_by'],
  searchIndexed: true,
  defaultOrder: 'id desc',
  visible: (actor) => (actor.isAdmin ? null : raw('false')),
})
