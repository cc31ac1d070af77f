import type { Actor } from '../../../api/context.ts'
import type { Work } from '../../../db/transaction.ts'
import { hindranceWords, type OperationHindrance, operationHindrances } from '../../../domain/operation/hindrances.ts'
import type { clearings, OperationType } from '../../../domain/operation/kinds.ts'
import { limitMinutes } from '../../../domain/operation/limit.ts'
import type { Raid } from '../../../domain/operation/raids.ts'
import { notFound, type PanelError, wrongState } from '../../../domain/shared/errors.ts'
import { switchDrivers } from '../../../drivers/switch/registry.ts'
import { changed } from '../../../events/changes.ts'
import { sha512Crypt } from '../../../protocols/crypt/sha512.ts'
import { msg } from '../../../shared/text.ts'
import { RUNNING } from '../../remote/power/claim-rules.ts'
import { servesBootSql } from '../location/services/serves.ts'
import { type OperationSecrets, sealSecrets } from './secrets.ts'
import { readOperationSettings } from './settings.ts'

/** Who may sign in to what is booted or installed: never a password itself. */
export type Login = { password_hash: string; ssh_keys: readonly string[] }

export const loginOf = (password: string, ssh_keys: readonly string[]): Login => ({
  password_hash: sha512Crypt(password),
  ssh_keys,
})

/** Who asks; a plan asks in the name of who made it. */
export type Asking = { actor: Pick<Actor, 'account_id' | 'email' | 'isAdmin'> }

/** What is asked for, besides the server. */
export type Wanted = {
  type: OperationType
  /** Template that is booted or installed, as the location has it. */
  template: { id: number; words: string; installer: boolean } | null
  clear_hdd?: (typeof clearings)[number]
  /** Disks that are cleared, with their bytes: what the time limit depends on. */
  wiped?: readonly { bytes: number }[]
  hdd_raid?: Raid
  /** The user that its controller gets. */
  controller?: OperationSecrets['controller'] | undefined
  disks?: readonly string[]
  load?: readonly string[]
  /** Kept sealed until the end. */
  login?: Login
}

const PROVISIONING = 'l.provisioning_vlan is not null'
const PORTS = `select from switch_connection k join switch_port p on p.id = k.switch_port_id join net_switch w on w.id = p.switch_id
  where k.server_id = s.id and not k.is_ipmi_connection`
const VLAN_DEVICES = switchDrivers
  .filter(({ capabilities }) => capabilities.set_port_vlan)
  .map(({ device }) => device)
  .join(',')

/** What makes a server `s` in its location `l` one that no operation may begin on; the statement that takes it and what records say of it read the same. */
const HINDRANCES: Record<OperationHindrance, string> = {
  operation: 's.operation_id is not null',
  power: 's.power_action is not null',
  protected: 's.is_protected',
  hosts: `s.node_id is not null and exists (select from host h where h.node_id = s.node_id and ${RUNNING})`,
  mac: 'not exists (select from server_mac m where m.server_id = s.id)',
  location: `not ${servesBootSql('l')}`,
  // Others are asked by the task, before it touches anything.
  controller: "exists (select from ipmi q where q.server_id = s.id and q.status = 'fail')",
  port: `(${PROVISIONING} and not exists (${PORTS}))`,
  port_driver: `(${PROVISIONING} and exists (${PORTS} and (p.is_uplink or p.gone or not w.device = any('{${VLAN_DEVICES}}'))))`,
}

/** SQL of the hindrances of a server `s` in its location `l`, as JSON. */
export const hindrancesSql = `to_json(array_remove(array[${operationHindrances
  .map((name) => `case when ${HINDRANCES[name]} then '${name}' end`)
  .join(', ')}], null))`

/**
 * Takes a server for an operation, which it is held by until its end.
 * @returns the operation
 * @throws PanelError `not_found` for servers of others, or `wrong_state` with the reason. Whether its owner may reach it is asked before (`requireDevices`)
 */
export async function claimServer(work: Work, ctx: Asking, server_id: number, wanted: Wanted) {
  const { actor } = ctx
  const owner = actor.isAdmin ? null : actor.account_id
  const { limit_minutes } = await readOperationSettings(work.tx)
  const { clear_hdd = 'none', wiped = [] } = wanted
  const free = Object.values(HINDRANCES)
    .map((sql) => `not (${sql})`)
    .join(' and ')
  const [made] = await work.sql<{ id: number; owner_id: number | null }>(
    `with s as (select s.* from server s join location l on l.id = s.location_id
                 where s.id = $1::int and ($2::int is null or s.owner_id = $2::int) and ${free} for update of s),
          o as (insert into operation (server_id, location_id, type, os_template_id, template, account_id, auth_id, clear_hdd, hdd_raid,
                                       setup_ipmi, disks, load, installer, mac, deadline_at)
                select s.id, s.location_id, $3, $4::int, $5, $6::int, $7, $8, $9, $10::boolean, $11::text[], $13::text[], $14::boolean,
                       (select m.mac from server_mac m where m.server_id = s.id order by m.position, m.mac limit 1),
                       now() + make_interval(mins => $12::int) from s returning id)
     update server u set operation_id = o.id, version = u.version + 1 from o, s where u.id = s.id and u.operation_id is null
     returning o.id, u.owner_id`,
    [
      server_id,
      owner,
      wanted.type,
      wanted.template?.id ?? null,
      wanted.template?.words ?? null,
      actor.account_id,
      actor.email,
      clear_hdd,
      wanted.hdd_raid ?? 'no_raid',
      wanted.controller !== undefined,
      wanted.disks ?? [],
      limitMinutes(limit_minutes, { clear_hdd, wiped }),
      [...new Set(wanted.load)],
      wanted.template?.installer ?? false,
    ],
  )
  if (!made) throw await whyNot(work, actor, server_id)
  const { id } = made
  const { login, controller } = wanted
  if (login || controller) {
    const secrets = sealSecrets(id, { ...(login && { login }), ...(controller && { controller }) })
    await work.tx.operation.update({ where: { id }, data: { secrets } })
  }
  const about = { account_id: made.owner_id }
  changed(work, { entity: 'operation', entity_id: id, event: 'create', data: { type: wanted.type }, ...about })
  changed(work, { entity: 'server', entity_id: server_id, event: 'update', data: { operation: id }, ...about })
  return made
}

async function whyNot(work: Work, actor: Asking['actor'], id: number): Promise<PanelError> {
  const columns = Object.entries(HINDRANCES).map(([name, sql]) => `${sql} as "${name}"`)
  const [row] = await work.sql<Record<OperationHindrance, boolean> & { name: string; owner_id: number | null }>(
    `select s.name, s.owner_id, ${columns.join(', ')} from server s join location l on l.id = s.location_id where s.id = $1::int`,
    [id],
  )
  if (!row || !(actor.isAdmin || row.owner_id === actor.account_id)) return notFound(msg`Server`, id)
  const { name } = row
  const first = operationHindrances.find((hindrance) => row[hindrance])
  return wrongState(
    first ? hindranceWords[first](name) : msg`The server ${name} was changed in the meantime: try again`,
    first ?? 'changed',
  )
}
