import type { ProblemKind, problemEntities } from '../../../domain/problem/kinds.ts'

export type HealthEntity = (typeof problemEntities)[number]

/** What a kind of problem is read from; all fields but `kind`, `severity`, `about` and `of` are SQL. */
export type Part = {
  kind: ProblemKind
  /** `unknown`: nothing is known to be wrong, but nothing was read lately either; part of an object's health, not of the list. */
  severity?: 'fault' | 'warning' | 'unknown'
  /** What it is a problem of; null where the rows themselves say so (`entity`). */
  about: HealthEntity | null
  entity?: string
  id: string
  name: string
  state?: string
  task_name?: string
  cause?: string
  step?: string
  task?: string
  part?: string
  used?: string
  total?: string
  /** A figure that is beyond its limit, in percent. */
  value?: string
  bound?: string
  hosts?: string
  since?: string
  /** Alias of the server or device that stands in a rack and a location; absent: in none. */
  at?: string
  /** Where it stands when that has no row of its own. */
  location?: string
  /** FROM without the word, ending in a condition. */
  from: string
  /** The same where only a few ids or racks are looked at, when `from` says how to find the rows among all. */
  fewFrom?: string
  /** Column that names the account whose it is; absent: the administrators' alone. */
  owner?: string
  /** Its cause or part names devices or addresses of the operator: owners see the kind only. */
  closed?: true
}

const text = (sql: string | undefined) => sql ?? 'null::text'

/** A blade stands in the rack of its chassis. */
const rackOf = ({ about, at }: Part) => {
  if (!at) return 'null::int'
  return about === 'server'
    ? `coalesce(${at}.rack_id, (select c.rack_id from chassis c where c.id = ${at}.chassis_id))`
    : `${at}.rack_id`
}
const isIn = ({ about, at }: Part, { racks, chassis }: Racks) => {
  if (!at) return 'false'
  return about === 'server'
    ? `(${at}.rack_id = any(${racks}) or ${at}.chassis_id = any(${chassis}))`
    : `${at}.rack_id = any(${racks})`
}

/** SQL of each column that a part can give; `open`: for administrators, who see all of it. */
const columns = {
  kind: (p: Part) => `'${p.kind}'`,
  severity: (p: Part) => `'${severityOf(p)}'`,
  entity: (p: Part) => p.entity ?? `'${p.about}'`,
  id: (p: Part) => p.id,
  name: (p: Part) => p.name,
  state: (p: Part) => text(p.state),
  task_name: (p: Part) => text(p.task_name),
  cause: (p: Part, open: boolean) => (p.closed && !open ? 'null::text' : text(p.cause)),
  step: (p: Part) => text(p.step),
  task: (p: Part) => p.task ?? 'null::int',
  part: (p: Part, open: boolean) => (p.closed && !open ? 'null::text' : text(p.part)),
  used: (p: Part) => p.used ?? 'null::bigint',
  total: (p: Part) => p.total ?? 'null::bigint',
  value: (p: Part) => p.value ?? 'null::real',
  bound: (p: Part) => p.bound ?? 'null::real',
  hosts: (p: Part) => p.hosts ?? '0',
  since: (p: Part) => p.since ?? 'null::timestamptz',
  rack: rackOf,
  location: (p: Part) => p.location ?? (p.at ? `${p.at}.location_id` : 'null::int'),
} as const satisfies Record<string, (p: Part, open: boolean) => string>
export type Column = keyof typeof columns
export const allColumns = Object.keys(columns) as Column[]

export const severityOf = ({ severity = 'fault' }: Part) => severity

/** SQL of arrays of ids: racks, and the chassis in them. */
export type Racks = { racks: string; chassis: string }
export type Only = {
  /** SQL of the account whose they are. */
  mine?: string | undefined
  /** SQL of an array of the only ids to look at. */
  ids?: string | undefined
  /** What stands in them. */
  inside?: Racks | undefined
}

/** SQL of problems of one kind, in the columns that are asked for. */
export const partSql = (p: Part, which: readonly Column[], { mine, ids, inside }: Only = {}) => {
  const conditions = [mine && `${p.owner} = ${mine}`, ids && `${p.id} = any(${ids})`, inside && isIn(p, inside)]
  return `select ${which.map((name) => `${columns[name](p, mine === undefined)} as ${name}`).join(', ')}
   from ${[((ids || inside) && p.fewFrom) || p.from, ...conditions.filter(Boolean)].join(' and ')}`
}
