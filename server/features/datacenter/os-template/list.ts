import type { Actor } from '../../../api/context.ts'
import { defineList, type ListSpec } from '../../../api/list/define.ts'
import { fieldJson } from '../../../api/list/fields.ts'
import { listFields } from '../../../api/list/of-fields.ts'
import { jsonList } from '../../../api/list/row.ts'
import { raw } from '../../../api/list/sql.ts'
import { templateFields } from '../../../domain/os-template/fields.ts'
import { answerKinds, systemTypes, templateImageFormats, templateKinds } from '../../../domain/os-template/kinds.ts'
import { templateLifecycle, templateStatuses } from '../../../domain/os-template/states.ts'
import { msg } from '../../../shared/text.ts'

const AT = 'os_template_location x where x.template_id = t.id'
const count = (more: string) => `(select count(*)::int from ${AT}${more})`
const THERE = `exists (select from ${AT} and x.content is not null)`
const MACROS = "jsonb_array_elements(t.content->'macros') m"
const isSecret = "(m->>'secret')::boolean"

const templates: ListSpec<Actor> = {
  name: 'os_template',
  what: msg`OS template`,
  from: 'os_template t join repository r on r.id = t.repository_id',
  fields: {
    id: { type: 'int', sql: 't.id' },
    ...listFields(templateFields, 't'),
    datetime: { type: 'time', sql: 't.updated_at' },
    firmware: { type: 'array', sql: 't.firmware' },
    kind: {
      type: 'enum',
      sql: `case when t.type in (${systemTypes.map((one) => `'${one}'`).join(', ')}) then 'system' else 'tool' end`,
      values: templateKinds,
    },
    status: { type: 'enum', sql: `case when ${THERE} then 'installed' else 'none' end`, values: templateStatuses },
    'status_info.offered': { type: 'bool', sql: 't.offered' },
    'status_info.locations': { type: 'int', sql: count('') },
    'status_info.faults': { type: 'int', sql: count(' and x.fault is not null') },
    tags: { type: 'array', sql: 't.tags' },
    answer: { type: 'enum', sql: "t.content#>>'{answer,kind}'", values: answerKinds, nullable: true },
    image: { type: 'enum', sql: "t.content#>>'{image,format}'", values: templateImageFormats, nullable: true },
    sha256: { type: 'text', sql: "coalesce(t.content#>>'{image,sha256}', t.content#>>'{kernel,sha256}', '')" },
    size_bytes: {
      type: 'int',
      sql: "(select coalesce(sum((t.content->part->>'bytes')::bigint), 0)::bigint from unnest(array['kernel', 'initrd', 'image']) part)",
    },
    repository: { type: 'text', sql: 'r.name', only: (actor) => actor.isAdmin },
    repository_id: { type: 'int', sql: 't.repository_id' },
    revision: { type: 'int', sql: 't.revision' },
  },
  members: {
    location: {
      from: 'os_template_location x join location l on l.id = x.location_id',
      where: 'x.template_id = t.id',
      fields: {
        id: { type: 'int', sql: 'l.id' },
        name: { type: 'text', sql: 'l.name' },
        status: { type: 'enum', sql: 'x.status', values: templateLifecycle.states },
      },
    },
  },
  row: {
    macro: `(select coalesce(jsonb_object_agg(e.key, e.value), '{}') from jsonb_each(t.macro) e
              where exists (select from ${MACROS} where m->>'name' = e.key))`,
    // What a secret one comes with is as secret as what it is redefined to.
    macros: `(select coalesce(jsonb_agg(case when ${isSecret} then m || '{"default": ""}' else m end order by n), '[]')
               from jsonb_array_elements(t.content->'macros') with ordinality as all_macros(m, n))`,
    locations: jsonList(
      {
        location: 'l.id',
        name: 'l.name',
        datetime: fieldJson({ type: 'time', sql: 'x.updated_at' }),
        status: 'x.status',
        status_info: { version: "x.content->>'version'", fault: 'x.fault', last_task: 'x.task' },
      },
      'os_template_location x join location l on l.id = x.location_id where x.template_id = t.id',
      'l.id',
    ),
  },
  others: {
    unless: (actor) => actor.isAdmin,
    row: { macro: "'{}'::json", macros: "'[]'::json", locations: "'[]'::json", repository: "''" },
  },
  // Templates are few: they are looked through without an index.
  search: ['name', 'version', 'tags'],
  visible: (actor) => (actor.isAdmin ? null : raw(THERE)),
}
const forAdministrators = defineList<Actor>(templates)
const { members: _, ...forAll } = templates
const forUsers = defineList<Actor>(forAll)

/** Templates are the administrators', with their macros and where they are; users see what can be installed. */
export const templateList = (actor: Actor) => (actor.isAdmin ? forAdministrators : forUsers)
/** The fields of a row, without its lists. */
export const templateFile = forUsers
