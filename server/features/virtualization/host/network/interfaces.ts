import { randomInt } from 'node:crypto'
import type { host, host_interface } from '../../../../../generated/prisma/client.ts'
import type { Context } from '../../../../api/context.ts'
import { isUniqueViolation, type Work } from '../../../../db/transaction.ts'
import type { InterfaceCreate, InterfaceEdit } from '../../../../domain/host/network.ts'
import {
  alreadyExists,
  forbidden,
  inUse,
  invalidInput,
  notFound,
  refused,
  wrongState,
} from '../../../../domain/shared/errors.ts'
import { msg } from '../../../../shared/text.ts'
import { markDeleting } from '../../../network/allocation/settle.ts'
import { claimHost, queueHostTask } from '../claim.ts'
import { bridgeOfNetwork, chosenBridge } from './bridges.ts'
import { takeAddressQuota } from './quota.ts'
import { interfaceCreateTask, interfaceDeleteTask, interfaceEditTask, nothing } from './tasks.ts'
import { checkWanted, giveWanted, ipv4Count } from './wanted.ts'

/** As many as the buses of a VM have room for beside its disks. */
const MOST_INTERFACES = 8

/** Locally administered address below QEMU's own prefix. */
export const newMac = () => `52:54:00:${[0, 0, 0].map(() => randomInt(256).toString(16).padStart(2, '0')).join(':')}`

/** The first of eth0, eth1 … that is free. */
export function freeName(taken: readonly string[]): string {
  for (let n = 0; ; n++) if (!taken.includes(`eth${n}`)) return `eth${n}`
}

const FIELDS = { named: 'ip_name', count: 'ip_count', ipv4_pool: 'ippool', ipv6_pool: 'ippool' }

/** VXLANs connect nodes, which clusters do not do yet. */
export function rejectVxlan(field: string): never {
  throw refused(msg`VXLANs are not available yet`, field)
}

/** Addresses of hardware are chosen by administrators: one that is used twice cuts off the other VM. */
export function checkMac(ctx: Context, mac: string | null | undefined, field: string): string | null {
  if (!mac) return null
  if (!ctx.actor.isAdmin) throw forbidden(msg`Only administrators can choose MAC addresses`, field)
  if (Number.parseInt(mac.slice(0, 2), 16) & 1)
    throw invalidInput(msg`${field}: a group address belongs to no interface`, field)
  return mac.toLowerCase()
}

/** Adds an interface with its addresses; a running VM has it at once. */
export async function addInterface(ctx: Context, host_id: number, body: InterfaceCreate) {
  if (body.vxlan !== undefined) rejectVxlan('vxlan')
  const mac = checkMac(ctx, body.mac, 'mac')
  try {
    return await ctx.mutate(async (work) => {
      const named = body.ip_name ? { name: body.ip_name, ...(body.ippool && { ip_pool: body.ippool }) } : undefined
      const cluster_id = (await work.tx.host.findUnique({ where: { id: host_id } }))?.cluster_id ?? 0
      await takeAddressQuota(work, ctx, host_id, 0)
      const pools = body.ippool === undefined ? undefined : [body.ippool]
      const wanted = await checkWanted(
        work,
        ctx.actor,
        cluster_id,
        {
          named,
          ipv4_number: body.ip_count,
          ipv4_pool: pools,
          ...(body.ipv6_subnet !== undefined && { ipv6: { pools, bits: body.ipv6_subnet } }),
        },
        FIELDS,
      )
      await takeAddressQuota(work, ctx, host_id, ipv4Count(wanted))
      const { row } = await claimHost(work, ctx, host_id, 'network')
      const bridge = await bridgeFor(work, ctx, row, body)
      const others = await work.tx.host_interface.findMany({ where: { host_id } })
      if (others.length >= MOST_INTERFACES) throw refused(msg`A VM has at most ${MOST_INTERFACES} interfaces`)
      const made = await work.tx.host_interface.create({
        data: {
          host_id,
          name: body.name || freeName(others.map(({ name }) => name)),
          mac: mac ?? newMac(),
          model: body.model ?? 'virtio',
          bridge: bridge.name,
          cluster_interface: bridge.cluster_interface,
          is_main_network: bridge.cluster_interface === 0,
          dhcp: body.dhcp ?? false,
          no_ip: (body.no_ip ?? false) && !(body.dhcp ?? false),
          state: 'creating',
        },
      })
      const addresses = await giveWanted(work, row, made, wanted)
      const task = await queueHostTask(work, ctx, row, {
        definition: interfaceCreateTask,
        input: {
          host_id,
          ...nothing,
          added: { interfaces: [made.id], addresses: addresses.map(({ id }) => id) },
        },
        params: { name: made.name, bridge: made.bridge, ip: addresses.map(({ ip_addr }) => ip_addr) },
      })
      return { id: made.id, task: task.consul_id }
    })
  } catch (fault) {
    if (isUniqueViolation(fault, 'mac')) throw inUse(msg`Another interface has this MAC address`, 'mac')
    if (isUniqueViolation(fault, 'name')) throw alreadyExists(msg`The VM has an interface of this name`, 'name')
    throw fault
  }
}

/** The bridge that a body asks for on the node of a VM: a chosen one, else that of the main network. */
async function bridgeFor(work: Work, ctx: Context, row: host, body: InterfaceCreate) {
  if (row.node_id === null) throw wrongState(msg`The VM has no node`)
  const chosen = await chosenBridge(work, ctx.actor, row.node_id, body)
  if (chosen && body.is_main_network && chosen.cluster_interface !== 0)
    throw invalidInput(msg`is_main_network: this bridge does not carry the main network`, 'is_main_network')
  if (chosen) return chosen
  if (body.is_main_network) return bridgeOfNetwork(work, row.node_id, 0, 'is_main_network')
  return bridgeOfNetwork(work, row.node_id, 1, 'bridge')
}

/** Puts an interface on another bridge, or gives it another model. */
export async function editInterface(ctx: Context, host_id: number, id: number, body: InterfaceEdit) {
  return ctx.mutate(async (work) => {
    await takeAddressQuota(work, ctx, host_id, 0)
    const { row } = await claimHost(work, ctx, host_id, 'network')
    const before = await interfaceOf(work, host_id, id)
    if (row.node_id === null) throw wrongState(msg`The VM has no node`)
    const bridge = await chosenBridge(work, ctx.actor, row.node_id, { bridge_id: body.bridge_id })
    const was = { bridge: before.bridge, model: before.model, cluster_interface: before.cluster_interface }
    await work.tx.host_interface.update({
      where: { id },
      data: {
        state: 'changing',
        ...(bridge && {
          bridge: bridge.name,
          cluster_interface: bridge.cluster_interface,
          is_main_network: bridge.cluster_interface === 0,
        }),
        ...(body.model && { model: body.model }),
      },
    })
    const task = await queueHostTask(work, ctx, row, {
      definition: interfaceEditTask,
      input: { host_id, ...nothing, before: { id, ...was } },
      params: { name: before.name, ...(bridge && { bridge: bridge.name }), ...(body.model && { model: body.model }) },
    })
    return { id, task: task.consul_id }
  })
}

/** Takes an interface away; its addresses are free again when the VM has lost it. */
export async function removeInterface(ctx: Context, host_id: number, id: number) {
  return ctx.mutate(async (work) => {
    await takeAddressQuota(work, ctx, host_id, 0)
    const { row } = await claimHost(work, ctx, host_id, 'network')
    const { name, mac } = await interfaceOf(work, host_id, id)
    await work.tx.host_interface.update({ where: { id }, data: { state: 'deleting' } })
    const addresses = await markDeleting(work, { host_interface_id: id })
    const task = await queueHostTask(work, ctx, row, {
      definition: interfaceDeleteTask,
      input: {
        host_id,
        ...nothing,
        gone: { interfaces: [{ id, mac }], addresses: addresses.map((one) => ({ id: one.id, ip: one.ip_addr, mac })) },
      },
      params: { name },
    })
    return { task: task.consul_id }
  })
}

/** An interface of a VM that no other change is at. */
async function interfaceOf(work: Work, host_id: number, id: number): Promise<host_interface> {
  const found = await work.tx.host_interface.findFirst({ where: { id, host_id } })
  if (!found) throw notFound(msg`Interface`, id)
  if (found.state !== 'ok')
    throw wrongState(msg`The interface is being changed: wait until this has finished`, found.state)
  return found
}
