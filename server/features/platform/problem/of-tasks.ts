import { registryName, registryNames } from '../task/list.ts'
import type { Part } from './part.ts'

/**
 * Results of polls, checks and reverse records are stored on the object, and the next one may differ; failures to open a session were
 * shown to the caller.
 */
const TOLD =
  "'ipmi_poll', 'switch_poll', 'pdu_poll', 'location_check', 'ipmi_proxy_open', 'host_ptr', 'ptr_delete', 'name_server_check'"

/** Tried again, the last one counts. */
const FAILED = `t.status = 'failed' and not t.dismissed and t.name not in (${TOLD})
  and not exists (select from task x where x.entity = t.entity and x.registry_id = t.registry_id and x.name = t.name
                   and x.id > t.id and x.status in ('complete', 'failed'))`

const task = {
  kind: 'task',
  id: 't.registry_id',
  task_name: 't.name',
  cause: 't.error',
  step: 't.step',
  task: 't.id',
  since: 't.ended_at',
  owner: 't.account_id',
} as const

const tables = {
  server: 'server',
  switch: 'net_switch',
  pdu: 'pdu',
  location: 'location',
  host: 'host',
  node: 'node',
  repository: 'repository',
} as const
type About = keyof typeof tables

/** Of objects `o`. @param known condition that the fault stands on the object already */
const of = (about: About, known: string | null, place: Pick<Part, 'at' | 'location'> = {}): Part => ({
  ...task,
  ...place,
  about,
  name: `coalesce(${registryNames[about]}, '')`,
  from: `task t left join ${tables[about]} o on o.id = t.registry_id
     where ${FAILED} and t.entity = '${about}'${known ? ` and (${known}) is not true` : ''}`,
})
const ELSEWHERE = `('ipmi', ${Object.keys(tables)
  .map((entity) => `'${entity}'`)
  .join(', ')})`

/** Failed tasks whose fault does not stand on their object already. */
export const ofTasks: readonly Part[] = [
  of('server', null, { at: 'o' }),
  of('switch', null, { at: 'o' }),
  of('pdu', null, { at: 'o' }),
  of('location', null, { location: 't.registry_id' }),
  of('host', "o.fault is not null or o.state = 'crashed'"),
  of('node', "o.state in ('crashed', 'unavailable')"),
  of('repository', "o.state = 'unavailable'"),
  // A controller has no page but its server's.
  {
    ...task,
    about: 'server',
    id: 'i.server_id',
    name: 's.name',
    at: 's',
    from: `task t join ipmi i on i.id = t.registry_id join server s on s.id = i.server_id where ${FAILED} and t.entity = 'ipmi'`,
  },
  // What has no health of its own.
  {
    ...task,
    about: null,
    entity: 't.entity',
    name: `coalesce(${registryName}, '')`,
    from: `task t left join switch_port sp on t.entity = 'switch_port' and sp.id = t.registry_id
       left join pdu_port po on t.entity = 'pdu_port' and po.id = t.registry_id
     where ${FAILED} and (t.entity in ${ELSEWHERE}) is not true and sp.fault is null and po.fault is null
       and not (t.entity = 'proxy_location' and not exists (select from proxy_location d where d.location_id = t.registry_id and d.status <> 'fail'))
       and not (t.entity = 'operation_plan' and exists (select from operation_plan p where p.id = t.registry_id and p.state in ('running', 'paused')))`,
  },
]
