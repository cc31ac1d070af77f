import type { host_interface } from '../../../../../generated/prisma/client.ts'
import type { Context } from '../../../../api/context.ts'
import { db } from '../../../../db/pool.ts'
import type { Work } from '../../../../db/transaction.ts'
import type { AddressesAdd, IpAutomation } from '../../../../domain/host/network.ts'
import { invalidField, wrongState } from '../../../../domain/shared/errors.ts'
import { lastChange } from '../../../../events/change-feed.ts'
import { msg } from '../../../../shared/text.ts'
import type { Address } from '../../../network/allocation/address.ts'
import { claimHost, queueHostTask } from '../claim.ts'
import { readHost } from '../service.ts'
import { rejectVxlan } from './interfaces.ts'
import { takeAddressQuota } from './quota.ts'
import { ipAutomationTask, ipChangeTask, nothing } from './tasks.ts'
import { checkWanted, giveWanted, ipv4Count, isNothing, type WantedAddresses } from './wanted.ts'

const MAIN = { named: 'ip_addr', count: 'ipv4_number', ipv4_pool: 'ipv4_pool', ipv6_pool: 'ipv6_pool' }
const LISTED = { named: 'interfaces', count: 'interfaces', ipv4_pool: 'interfaces', ipv6_pool: 'interfaces' }

/** Gives a VM more addresses, all or none; a running one has them at once. */
export async function addAddresses(ctx: Context, host_id: number, body: AddressesAdd) {
  if (body.vxlan?.length) rejectVxlan('vxlan')
  return ctx.mutate(async (work) => {
    await takeAddressQuota(work, ctx, host_id, 0)
    const all = await work.tx.host_interface.findMany({ where: { host_id }, orderBy: { id: 'asc' } })
    const asked = await askedFor(work, ctx, host_id, all, body)
    if (asked.every(({ wanted }) => isNothing(wanted)))
      throw invalidField('ipv4_number', msg`say how many addresses, or which: ipv4_number, ip_addr or ipv6_enabled`)
    await takeAddressQuota(
      work,
      ctx,
      host_id,
      asked.reduce((sum, { wanted }) => sum + ipv4Count(wanted), 0),
    )
    const { row } = await claimHost(work, ctx, host_id, 'network')
    const given: Address[] = []
    for (const { at, wanted } of asked) {
      // Its condition may have changed since it was read.
      if ((await work.tx.host_interface.count({ where: { id: at.id, state: { not: 'deleting' } } })) === 0)
        throw wrongState(msg`The interface ${at.name} is being removed`, 'host_interface')
      given.push(...(await giveWanted(work, row, at, wanted)))
      if (at.no_ip) await work.tx.host_interface.update({ where: { id: at.id }, data: { no_ip: false } })
    }
    const task = await queueHostTask(work, ctx, row, {
      definition: ipChangeTask,
      input: { host_id, ...nothing, added: { interfaces: [], addresses: given.map(({ id }) => id) } },
      params: { ip: given.map(({ ip_addr }) => ip_addr) },
    })
    return { id: host_id, task: task.consul_id }
  })
}

type Asked = { at: host_interface; wanted: WantedAddresses }

async function askedFor(work: Work, ctx: Context, host_id: number, all: host_interface[], body: AddressesAdd) {
  const { cluster_id } = await work.tx.host.findUniqueOrThrow({ where: { id: host_id } })
  const asked: Asked[] = []
  const check = (one: Parameters<typeof checkWanted>[3], fields: typeof MAIN) =>
    checkWanted(work, ctx.actor, cluster_id, one, fields)
  const v6 = body.ipv6_enabled ?? (body.ipv6_prefix !== undefined || Boolean(body.ipv6_pool?.length))
  const own = {
    named: body.ip_addr,
    ipv4_number: body.ipv4_number,
    ipv4_pool: body.ipv4_pool,
    ...(v6 && { ipv6: { pools: body.ipv6_pool, bits: body.ipv6_prefix } }),
  }
  const at = body.host_interface ? all.find(({ name }) => name === body.host_interface) : all[0]
  if (!at) throw invalidField('host_interface', msg`the VM has no such interface`)
  asked.push({ at, wanted: await check(own, MAIN) })
  for (const one of body.interfaces ?? []) {
    const target = all.find(({ cluster_interface }) => cluster_interface === one.cluster_interface)
    if (!target)
      throw invalidField('interfaces', msg`the VM has no interface in this network of the cluster: add one first`)
    const named = one.ip_name ? { name: one.ip_name } : undefined
    const { ipv4_number, ipv4_pool, without_allocation } = one
    asked.push({ at: target, wanted: await check({ named, ipv4_number, ipv4_pool, without_allocation }, LISTED) })
  }
  return asked.filter(({ wanted }, n) => n === 0 || !isNothing(wanted))
}

/** Sets how a guest gets its addresses, and configures it that way. */
export async function setIpAutomation(ctx: Context, host_id: number, ip_automation: IpAutomation) {
  return ctx.mutate(async (work) => {
    const { row } = await claimHost(work, ctx, host_id, 'network')
    await work.tx.host.update({ where: { id: host_id }, data: { ip_automation } })
    const task = await queueHostTask(work, ctx, row, {
      definition: ipAutomationTask,
      input: { host_id, ...nothing },
      params: { ip_automation_type: ip_automation },
    })
    return { id: host_id, task: task.consul_id }
  })
}

/** What a VM has of IPv6. */
export async function readIpv6(ctx: Context, host_id: number) {
  const last_notify = await lastChange()
  const { id } = await readHost(ctx, host_id)
  const { rows } = await db().pool.query<{
    ipv6_enabled: boolean
    ipv6_prefix: number | null
    ipv6_ptr_enabled: boolean
  }>(
    `select count(*) > 0 as ipv6_enabled, min(masklen(prefix)) as ipv6_prefix, exists (select from name_server) as ipv6_ptr_enabled
       from ip where host_id = $1 and family = 10`,
    [id],
  )
  const { ipv6_enabled = false, ipv6_prefix = null, ipv6_ptr_enabled = false } = rows[0] ?? {}
  return { ipv6_enabled, ipv6_prefix, ipv6_ptr_enabled, last_notify }
}
