import type { Actor, Context } from '../../../api/context.ts'
import { seal } from '../../../db/secrets.ts'
import type { Work } from '../../../db/transaction.ts'
import type { OperationType } from '../../../domain/operation/kinds.ts'
import { LIMIT_MINUTES } from '../../../domain/operation/kinds.ts'
import { notFound, PanelError } from '../../../domain/shared/errors.ts'
import { changed } from '../../../events/changes.ts'
import { sha512Crypt } from '../../../protocols/crypt/sha512.ts'
import { msg } from '../../../shared/text.ts'
import { RUNNING } from '../../remote/power/claim-rules.ts'

/** What is asked for, besides the server. */
export type Wanted = {
  type: OperationType
  /** Template that is booted or installed, as the location has it. */
  template: { id: number; words: string } | null
  clear_hdd?: string
  hdd_raid?: string
  setup_ipmi?: boolean
  disks?: readonly string[]
  load?: readonly string[]
  /** Kept sealed until the end, the password as a hash. */
  login?: { password: string; ssh_keys: readonly string[] }
}

/** What makes a server one that no operation may begin on; the statement that takes it and the words for it read the same. */
const HINDRANCES = {
  operation: 's.operation_id is not null',
  power: 's.power_action is not null',
  protected: 's.is_protected',
  hosts: `exists (select from host h where h.node_id = s.node_id and ${RUNNING})`,
  mac: 'not exists (select from server_mac m where m.server_id = s.id)',
  location: `not exists (select from location l where l.id = s.location_id and l.status = 'ok' and l.dhcp4_conf <> '{}')`,
} as const

/**
 * Takes a server for an operation, which it is held by until its end.
 * @returns the operation
 * @throws PanelError `not_found` for servers of others, or `wrong_state` with the reason. Whether its owner may reach it is asked before (`requireDevices`)
 */
export async function claimServer(work: Work, ctx: Context, server_id: number, wanted: Wanted) {
  const { actor } = ctx
  const owner = actor.isAdmin ? null : actor.account_id
  const free = Object.values(HINDRANCES)
    .map((sql) => `not (${sql})`)
    .join(' and ')
  const [made] = await work.sql<{ id: number; owner_id: number | null }>(
    `with s as (select s.* from server s where s.id = $1::int and ($2::int is null or s.owner_id = $2::int) and ${free} for update),
          o as (insert into operation (server_id, location_id, type, os_template_id, template, account_id, auth_id, clear_hdd, hdd_raid,
                                       setup_ipmi, disks, load, mac, deadline_at)
                select s.id, s.location_id, $3, $4::int, $5, $6::int, $7, $8, $9, $10::boolean, $11::text[], $13::text[],
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
      wanted.clear_hdd ?? 'none',
      wanted.hdd_raid ?? 'no_raid',
      wanted.setup_ipmi ?? false,
      wanted.disks ?? [],
      LIMIT_MINUTES,
      [...new Set(wanted.load)],
    ],
  )
  if (!made) throw await whyNot(work, actor, server_id)
  const { id } = made
  if (wanted.login) {
    const { password, ssh_keys } = wanted.login
    const kept = { password_hash: sha512Crypt(password), ssh_keys }
    const secrets = seal(JSON.stringify(kept), { table: 'operation', id, column: 'secrets' })
    await work.tx.operation.update({ where: { id }, data: { secrets } })
  }
  const about = { account_id: made.owner_id }
  changed(work, { entity: 'operation', entity_id: id, event: 'create', data: { type: wanted.type }, ...about })
  changed(work, { entity: 'server', entity_id: server_id, event: 'update', data: { operation: id }, ...about })
  return made
}

async function whyNot(work: Work, actor: Actor, id: number): Promise<PanelError> {
  const columns = Object.entries(HINDRANCES).map(([name, sql]) => `${sql} as "${name}"`)
  const [row] = await work.sql<Record<keyof typeof HINDRANCES, boolean> & { name: string; owner_id: number | null }>(
    `select s.name, s.owner_id, ${columns.join(', ')} from server s where s.id = $1::int`,
    [id],
  )
  if (!row || !(actor.isAdmin || row.owner_id === actor.account_id)) return notFound(msg`Server`, id)
  const { name } = row
  const words: [keyof typeof HINDRANCES, ReturnType<typeof msg>][] = [
    ['operation', msg`Another operation is under way on the server ${name}: wait until it has ended, or cancel it`],
    ['power', msg`The power of the server ${name} is being switched: wait until this has ended`],
    ['protected', msg`Server ${name} is protected: turn off protection first`],
    ['hosts', msg`Virtual machines run on the server ${name}: stop or move them first`],
    ['mac', msg`No network card of the server ${name} is known: add the MAC address that it boots by`],
    ['location', msg`The location of the server ${name} has no boot services: set them up first`],
  ]
  const first = words.find(([hindrance]) => row[hindrance])
  return new PanelError('wrong_state', first?.[1] ?? msg`The server ${name} was changed in the meantime: try again`)
}
