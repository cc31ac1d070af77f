/** What a kind of problem is read from; all fields but `kind` and `severity` are SQL. */
export type Part = {
  kind: string
  severity?: string
  entity: string
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
  hosts?: string
  since?: string
  from: string
}

/** SQL of problems of one kind; all kinds have the same columns. */
export const part = (p: Part) =>
  `select '${p.kind}' as kind, '${p.severity ?? 'fault'}' as severity, ${p.entity} as entity, ${p.id} as id, ${p.name} as name,
     ${p.state ?? 'null::text'} as state, ${p.task_name ?? 'null::text'} as task_name, ${p.cause ?? 'null::text'} as cause,
     ${p.step ?? 'null::text'} as step, ${p.task ?? 'null::int'} as task, ${p.part ?? 'null::text'} as part, ${p.used ?? 'null::bigint'} as used,
     ${p.total ?? 'null::bigint'} as total, ${p.hosts ?? '0'} as hosts, ${p.since ?? 'null::timestamptz'} as since
   from ${p.from}`
