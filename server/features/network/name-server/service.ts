import type { Context } from '../../../api/context.ts'
import { uniqueName, writeEdit } from '../../../api/edit.ts'
import { seal } from '../../../db/secrets.ts'
import { lockRow, type Work } from '../../../db/transaction.ts'
import { type NameServerKind, nameServerKind } from '../../../domain/name-server/kinds.ts'
import type { NameServerCreate, NameServerEdit } from '../../../domain/name-server/schema.ts'
import { invalidInput, notFound } from '../../../domain/shared/errors.ts'
import { changed } from '../../../events/changes.ts'
import { canonicalName } from '../../../protocols/dns/names.ts'
import { msg } from '../../../shared/text.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { secretPlace } from './open.ts'
import { nameServerCheckTask } from './tasks.ts'
import { readZones } from './zones.ts'

const naming = { entity: 'name_server', what: msg`Name server` } as const

/** Adds a name server and queues its check. */
export async function createNameServer(ctx: Context, { secret, ...body }: NameServerCreate) {
  const whole = { key_name: '', is_https: false, ...body }
  check(body.kind, { ...whole, hasSecret: !!secret })
  return uniqueName(msg`A name server`, body.name, () =>
    ctx.mutate(async (work) => {
      const data = { ...whole, ...read(whole) }
      const { id } = await work.tx.name_server.create({ data })
      await keepSecret(work, id, secret)
      changed(work, { entity: 'name_server', entity_id: id, event: 'create', data: { name: body.name } })
      return { id, task: await queueCheck(work, id) }
    }),
  )
}

/** Changes a name server and checks it again. The secret stays unless another is given. */
export async function editNameServer(ctx: Context, id: number, { secret, ...body }: NameServerEdit) {
  return uniqueName(msg`A name server`, body.name, () =>
    ctx.mutate(async (work) => {
      await lockRow(work, 'name_server', id)
      const now = await work.tx.name_server.findUnique({ where: { id } })
      if (!now) throw notFound(msg`Name server`, id)
      const { key_name, is_https } = { ...now, ...body }
      check(now.kind as NameServerKind, { key_name, is_https, hasSecret: secret ? true : now.secret !== null })
      await writeEdit(ctx, work, work.tx.name_server, naming, id, { ...body, ...read(body) })
      await keepSecret(work, id, secret)
      return { id, task: await queueCheck(work, id) }
    }),
  )
}

/** Forgets a name server. What the panel has written into it stays there as it is. */
export async function deleteNameServer(ctx: Context, id: number) {
  await ctx.mutate(async (work) => {
    const { count } = await work.tx.name_server.deleteMany({ where: { id } })
    if (count === 0) throw notFound(msg`Name server`, id)
    changed(work, { entity: 'name_server', entity_id: id, event: 'delete' })
  })
  return { id, deleted: [{ id }] }
}

/** Checks a name server now, or answers the check that is under way. */
export async function checkNameServer(ctx: Context, id: number) {
  return ctx.mutate(async (work) => {
    if ((await work.tx.name_server.count({ where: { id } })) === 0) throw notFound(msg`Name server`, id)
    return { id, task: await queueCheck(work, id) }
  })
}

/** Fields that only mean something together, or for one kind only. */
function check(kind: NameServerKind, row: { key_name: string; is_https: boolean; hasSecret: boolean }) {
  const { has_key, has_https, label } = nameServerKind[kind]
  if (has_key && !row.key_name) throw invalidInput(msg`key_name: the name of the TSIG key is needed`, 'key_name')
  if (!has_key && row.key_name) throw invalidInput(msg`key_name: ${label} has no TSIG key`, 'key_name')
  if (!has_https && row.is_https) throw invalidInput(msg`is_https: ${label} is not reached over HTTP`, 'is_https')
  if (!row.hasSecret) throw invalidInput(msg`secret: the secret of the key is needed`, 'secret')
}

/** What is kept in one spelling. */
function read({ zones, key_name }: { zones?: string | undefined; key_name?: string | undefined }) {
  const key = key_name === undefined || key_name === '' ? key_name : canonicalName(key_name)
  if (key === null) throw invalidInput(msg`key_name: the name of a TSIG key is a domain name`, 'key_name')
  return { ...(zones !== undefined && { zones: readZones(zones) }), ...(key !== undefined && { key_name: key }) }
}

async function keepSecret(work: Work, id: number, secret: string | undefined) {
  if (secret)
    await work.tx.name_server.update({ where: { id }, data: { secret: seal(secret.trim(), secretPlace(id)) } })
}

async function queueCheck(work: Work, id: number): Promise<number> {
  const options = { registry_id: id, entity: 'name_server', account_id: null }
  const { consul_id } = await enqueue(work, nameServerCheckTask, { name_server_id: id }, options)
  return consul_id
}
