import type { Part } from './part.ts'

const host = { about: 'host', id: 'h.id', name: 'h.name', owner: 'h.account_id' } as const
const server = { about: 'server', id: 's.id', name: 's.name', owner: 's.owner_id', at: 's' } as const
const onHost = 'ptr r join ip i on i.id = r.ip_id join host h on h.id = i.host_id'
const onServer = 'ptr r join ip i on i.id = r.ip_id join server s on s.id = i.server_id'

const failed = {
  kind: 'ptr',
  severity: 'warning',
  part: 'host(r.ip_addr)',
  cause: 'r.fault',
  since: 'r.fault_at',
} as const
const drifted = {
  kind: 'ptr_drift',
  severity: 'warning',
  part: 'host(r.ip_addr)',
  since: 'r.drift_at',
} as const
const isFailed = "r.status = 'fail'"
const isDrifted = "r.status = 'ok' and r.drift_at is not null"

/** Problems of reverse records and the name servers that have them. */
export const ofNames: readonly Part[] = [
  { ...host, ...failed, from: `${onHost} where ${isFailed}` },
  { ...server, ...failed, from: `${onServer} where ${isFailed}` },
  { ...host, ...drifted, from: `${onHost} where ${isDrifted}` },
  { ...server, ...drifted, from: `${onServer} where ${isDrifted}` },
  {
    about: 'name_server',
    kind: 'name_server',
    severity: 'warning',
    id: 'n.id',
    name: 'n.name',
    cause: 'n.fault',
    since: 'n.fault_at',
    from: "name_server n where n.status = 'fail'",
  },
]
