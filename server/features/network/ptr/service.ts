import type { Context } from '../../../api/context.ts'
import type { Work } from '../../../db/transaction.ts'
import { parseAddress } from '../../../domain/ip/address.ts'
import { IPV6 } from '../../../domain/ip/family.ts'
import { ipLifecycle } from '../../../domain/ip/states.ts'
import type { PtrCreate } from '../../../domain/ptr/schema.ts'
import { invalidInput, noResources, notFound, refused, wrongState } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { checkDomainChange } from '../../virtualization/host/domains.ts'
import type { Holder } from './holder.ts'
import { readHostName } from './host-name.ts'
import { wantRecord } from './store.ts'

/** Records of one VM: a subnet of IPv6 has more addresses than a zone should hold. */
const MOST = 256

type Row = Holder & { ip_addr: string; state: string }
const ROW = 'select i.id, i.host_id, i.account_id, host(i.ip_addr) as ip_addr, i.state from ip i'

/** Sets the reverse record of an address, or removes it with an empty domain. */
export async function setIpPtr(ctx: Context, ip_id: number, text: string) {
  const domain = readHostName(text)
  return ctx.mutate(async (work) => {
    const [row] = await work.sql<Row>(`${ROW} where i.id = $1::int and ${mine('i')} for update`, [ip_id, ...who(ctx)])
    if (!row) throw notFound(msg`Address`, ip_id)
    return { id: ip_id, task: await want(work, ctx, row, row.ip_addr, domain) }
  })
}

/** Adds the record of an IPv6 address of a VM. */
export async function addHostPtr(ctx: Context, host_id: number, { name, domain: text }: PtrCreate) {
  const domain = readHostName(text)
  if (domain === '') throw invalidInput(msg`domain: must not be empty`, 'domain')
  const address = parseAddress(name)
  if (address?.family !== IPV6)
    throw invalidInput(msg`name: an IPv6 address; those of IPv4 have an operation of their own`, 'name')
  return ctx.mutate(async (work) => {
    await requireHost(work, ctx, host_id)
    const [row] = await work.sql<Row>(`${ROW} where i.host_id = $1::int and ${HOLDS} for update`, [host_id, name])
    if (!row) throw invalidInput(msg`name: ${address.text} is no address of the VM`, 'name')
    await rejectTooMany(work, host_id)
    return { id: row.id, task: await want(work, ctx, row, address.text, domain) }
  })
}

/** Changes or removes a record of a VM. @param which its domain, or its address @param text empty: removes it */
export async function changeHostPtr(ctx: Context, host_id: number, which: string, text: string | undefined) {
  const domain = text === undefined ? undefined : readHostName(text)
  return ctx.mutate(async (work) => {
    await requireHost(work, ctx, host_id)
    const record = await recordOf(work, host_id, which)
    const [row] = await work.sql<Row>(`${ROW} where i.id = $1::int for update`, [record.ip_id])
    if (!row) throw notFound(msg`Reverse record`, which)
    return { id: row.id, task: await want(work, ctx, row, record.ip_addr, domain ?? record.domain) }
  })
}

/** SQL: the address $2 is the address `i` or lies in the subnet that is given with it. */
const HOLDS = 'coalesce(i.prefix, i.ip_addr) >>= $2::inet'

const mine = (alias: string) => `($2::boolean or ${alias}.account_id = $3::int)`
const who = ({ actor }: Context) => [actor.isAdmin, actor.account_id]

async function want(work: Work, ctx: Context, row: Row, ip_addr: string, domain: string): Promise<number> {
  if (row.state === 'deleting') throw wrongState(ipLifecycle.actions.delete.error, row.state)
  await checkDomainChange(work, ctx.actor, row.host_id, 'domain')
  // The name of the address follows its record; without one it stays what it is.
  if (domain !== '' && ip_addr === row.ip_addr) await work.tx.ip.update({ where: { id: row.id }, data: { domain } })
  return wantRecord(work, row, ip_addr, domain === '' ? null : domain)
}

async function requireHost(work: Work, ctx: Context, host_id: number): Promise<void> {
  const [row] = await work.sql(`select h.id from host h where h.id = $1::int and ${mine('h')} for share`, [
    host_id,
    ...who(ctx),
  ])
  if (!row) throw notFound(msg`VM`, host_id)
}

async function rejectTooMany(work: Work, host_id: number): Promise<void> {
  const [row] = await work.sql<{ count: number }>(
    'select count(*)::int as count from ptr r join ip i on i.id = r.ip_id where i.host_id = $1::int and r.domain is not null',
    [host_id],
  )
  if ((row?.count ?? 0) >= MOST) throw noResources(msg`The VM already has ${MOST} reverse records: remove some first`)
}

type OfHost = { ip_id: number; ip_addr: string; domain: string }

/** The record of a VM with a domain or an address. @throws PanelError 404, or 409 when several have the domain */
async function recordOf(work: Work, host_id: number, which: string): Promise<OfHost> {
  const address = parseAddress(which)
  const rows = await work.sql<OfHost>(
    `select r.ip_id, host(r.ip_addr) as ip_addr, r.domain from ptr r join ip i on i.id = r.ip_id
      where i.host_id = $1::int and r.domain is not null and ${address ? 'r.ip_addr = $2::inet' : 'r.domain = $2'} limit 2`,
    [host_id, address?.text ?? readHostName(which)],
  )
  const [row, second] = rows
  if (!row) throw notFound(msg`Reverse record`, which)
  if (second) throw refused(msg`Several reverse records of the VM are ${which}: name the address instead`, 'domain')
  return row
}
