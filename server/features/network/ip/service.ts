import type { Actor, Context } from '../../../api/context.ts'
import { lockRow, type Work } from '../../../db/transaction.ts'
import { networkAround, parseAddress } from '../../../domain/ip/address.ts'
import { bitsOf, IPV4 } from '../../../domain/ip/family.ts'
import type { IpEdit } from '../../../domain/ip/schema.ts'
import { ipLifecycle } from '../../../domain/ip/states.ts'
import { forbidden, invalidField, notFound, refused, wrongState } from '../../../domain/shared/errors.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { claimHost, queueHostTask } from '../../virtualization/host/claim.ts'
import { checkDomainChange } from '../../virtualization/host/domains.ts'
import { queueFilterRenewal } from '../../virtualization/host/network-rules.ts'
import { holdNetwork, moveAddress } from '../allocation/named.ts'
import { markDeleting } from '../allocation/settle.ts'
import { requireOffered } from '../ipnet/offered.ts'
import { removeRecordsOf } from '../ptr/store.ts'
import { ipDeleteTask } from './tasks.ts'

const ownAddress = (actor: Actor, id: number) => ({ id, ...(!actor.isAdmin && { account_id: actor.account_id }) })

/** One host name, or a single label; '' is none. */
function readDomain(text: string | undefined): string | null | undefined {
  if (text === undefined) return undefined
  const name = text.trim().replace(/\.$/, '')
  if (name === '') return null
  const label = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/i
  if (name.length > 253 || !name.split('.').every((part) => label.test(part)))
    throw invalidField('values.domain', msg`a domain name, such as web1.example.com`)
  return name
}

function readGateway(text: string | undefined, family: number): string | null | undefined {
  if (text === undefined) return undefined
  if (text.trim() === '') return null
  const address = parseAddress(text.trim())
  if (address?.family !== family)
    throw invalidField('values.gateway', family === IPV4 ? msg`an IPv4 address` : msg`an IPv6 address`)
  return address.text
}

/** Dotted or a prefix length; stored as address records spell it. */
function readMask(text: string | undefined, family: number): string | undefined {
  if (text === undefined) return undefined
  const bits = bitsOf(family === IPV4 ? 2 : 10)
  const dotted = family === IPV4 ? parseAddress(text.trim()) : null
  if (dotted?.family === IPV4) {
    const ones = dotted.value.toString(2).padStart(32, '0')
    if (/^1*0*$/.test(ones)) return dotted.text
  }
  const prefix = /^\d{1,3}$/.test(text.trim()) ? Number(text) : Number.NaN
  if (!(prefix >= 0 && prefix <= bits))
    throw invalidField('values.netmask', family === IPV4 ? msg`such as 255.255.255.0 or 24` : msg`a prefix length`)
  return family === IPV4 ? maskText(prefix) : String(prefix)
}

function maskText(prefix: number): string {
  const { first } = networkAround(IPV4, 0xffffffffn, prefix)
  return [24n, 16n, 8n, 0n].map((shift) => String((first >> shift) & 0xffn)).join('.')
}

/**
 * Changes an address. Owners change the domain of their own, of a VM where its cluster allows that; the rest is for
 * administrators. The VM gets a changed address, gateway or mask when it is configured next.
 */
export async function editAddress(ctx: Context, id: number, values: IpEdit) {
  const domain = readDomain(values.domain)
  const technical = [values.gateway, values.ip_addr, values.netmask].some((value) => value !== undefined)
  if (technical && !ctx.actor.isAdmin) throw forbidden(msg`Only administrators may change fields other than the domain`)
  return ctx.mutate(async (work) => {
    // Lock order: the server, the network, the address.
    if (values.ip_addr !== undefined)
      await work.sql(
        'select id from server where id = (select server_id from ip where id = $1::int) for no key update',
        [id],
      )
    const to = parseAddress(values.ip_addr?.trim() ?? '')
    if (to) await holdNetwork(work, to.text)
    const row = await claim(work, ctx.actor, id, 'edit')
    if (domain !== undefined && domain !== row.domain) await checkDomainChange(work, ctx.actor, row.host_id)
    const gateway = readGateway(values.gateway, row.family)
    const mask = readMask(values.netmask, row.family)
    if (values.ip_addr !== undefined) {
      const address = parseAddress(values.ip_addr.trim())
      if (address?.family !== row.family)
        throw invalidField('values.ip_addr', row.family === IPV4 ? msg`an IPv4 address` : msg`an IPv6 address`)
      if (address.text !== row.ip_addr && row.prefix !== null)
        throw refused(
          msg`The address of an IPv6 subnet cannot be changed: add another subnet and release this one`,
          'values.ip_addr',
        )
      if (address.text !== row.ip_addr) {
        await requireForHost(work, row.host_id, address.text)
        await moveAddress(work, row, address.text)
        await removeRecordsOf(work, [id])
      }
      if (row.server_id !== null) await rejectElsewhere(work, id)
    }
    const after = await work.tx.ip.update({ where: { id }, data: { domain, gateway, mask } })
    const { ip_addr, state } = after
    changed(work, {
      entity: 'ip',
      entity_id: id,
      event: 'update',
      account_id: row.account_id,
      data: { ip_addr, state, domain, gateway, mask },
      relations: { ...(row.host_id && { host: row.host_id }) },
    })
    const moved = ip_addr !== row.ip_addr && row.host_id !== null
    const task = moved && row.host_id !== null ? await queueFilterRenewal(work, row.host_id) : null
    return { id, ...(task && { task: task.consul_id }) }
  })
}

/** @throws PanelError 400 when the address of a server has come into a pool or network that is kept for another location */
async function rejectElsewhere(work: Work, id: number) {
  const [far] = await work.sql<{ ip: string; what: string; kept: string; server: string; location: string }>(
    `select host(i.ip_addr) as ip, x.what, k.name as kept, s.name as server, l.name as location
       from ip i join server s on s.id = i.server_id join location l on l.id = s.location_id
       join lateral (select 'pool ' || p.name as what, p.location_id from ippool p where p.id = i.ippool_id
                     union all select 'network ' || n.name, n.location_id from ipnet n where n.id = i.ipnet_id) x
         on x.location_id <> s.location_id
       join location k on k.id = x.location_id where i.id = $1::int order by x.what desc limit 1`,
    [id],
  )
  if (far)
    throw refused(
      msg`${far.ip} belongs to ${far.what}, which is for ${far.kept}, but server ${far.server} is in ${far.location}`,
      'values.ip_addr',
    )
}

/**
 * Releases an address. One that a VM has is an action of the VM, with its rules and its place in its queue; users release those of
 * their VMs.
 */
export async function deleteAddress(ctx: Context, id: number) {
  return ctx.mutate(async (work) => {
    const { actor } = ctx
    const seen = await work.tx.ip.findFirst({ where: ownAddress(actor, id), select: { host_id: true } })
    if (!seen) throw notFound(msg`Address`, id)
    if (seen.host_id === null && !actor.isAdmin)
      throw forbidden(msg`Only administrators release addresses that are not a VM's`)
    // Lock order: the VM before its address.
    const host = seen.host_id === null ? null : (await claimHost(work, ctx, seen.host_id, 'network')).row
    const row = await claim(work, actor, id, 'delete')
    if (row.host_id !== seen.host_id) throw wrongState(msg`The address has just changed hands: read it again`)
    await markDeleting(work, { ids: [id] })
    const { account_id, ip_addr: ip } = row
    if (!host) {
      const input = { ip_id: id, host_id: null }
      const task = await enqueue(work, ipDeleteTask, input, { registry_id: id, entity: 'ip', account_id })
      return { id, task: task.consul_id, deleted: [{ id }] }
    }
    const on = await work.tx.host_interface.findFirst({
      where: { host_id: host.id, ...(row.host_interface_id !== null && { id: row.host_interface_id }) },
      orderBy: { id: 'asc' },
    })
    const task = await queueHostTask(work, ctx, host, {
      definition: ipDeleteTask,
      input: { ip_id: id, host_id: host.id, ip, mac: on?.mac ?? '' },
      params: { ip: [ip] },
    })
    return { id, task: task.consul_id, deleted: [{ id }] }
  })
}

/** The row, locked, if the actor may act on it and its state allows the action. */
async function claim(work: Work, actor: Actor, id: number, action: 'edit' | 'delete') {
  await lockRow(work, 'ip', id)
  const row = await work.tx.ip.findFirst({ where: ownAddress(actor, id) })
  if (!row) throw notFound(msg`Address`, id)
  const { from, error } = ipLifecycle.actions[action]
  if (!(from as readonly string[]).includes(row.state)) throw wrongState(error, row.state)
  return row
}

/** A VM's address moves only to networks that are offered in its cluster. */
async function requireForHost(work: Work, host_id: number | null, address: string) {
  const host = host_id === null ? null : await work.tx.host.findUnique({ where: { id: host_id } })
  if (host) await requireOffered(work, host.cluster_id, address, 'values.ip_addr')
}
