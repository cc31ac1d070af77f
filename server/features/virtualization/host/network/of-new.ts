import { z } from 'zod'
import type { Context } from '../../../../api/context.ts'
import type { Work } from '../../../../db/transaction.ts'
import type { CustomInterface } from '../../../../domain/host/network.ts'
import type { HostCreate } from '../../../../domain/host/schema.ts'
import { invalidField, refused } from '../../../../domain/shared/errors.ts'
import { msg } from '../../../../shared/text.ts'
import { bridgeOfNetwork, chosenBridge } from './bridges.ts'
import { checkMac, freeName, newMac, rejectVxlan } from './interfaces.ts'
import { checkWanted, ipv4Count, isNothing, type WantedAddresses, wantedAddresses } from './wanted.ts'

/** Addresses that interfaces of a new VM get besides those of its main network. */
export const moreAddresses = z.array(z.object({ interface_id: z.int(), wanted: wantedAddresses }))

/** An interface of a new VM as it is asked for. */
type Asked = {
  /** Of the cluster; null: the one that `custom` names. */
  cluster_interface: 0 | 1 | null
  custom: CustomInterface | null
  wanted: WantedAddresses
}
export type AskedInterfaces = {
  list: Asked[]
  /** The first gets what the request gives the VM as a whole: false when its interfaces say themselves what they get. */
  usual: boolean
  ipv4: number
}

const LISTED = { named: 'interfaces', count: 'interfaces', ipv4_pool: 'interfaces', ipv6_pool: 'ipv6_pool' }
const CUSTOM = {
  named: 'custom_interfaces',
  count: 'custom_interfaces',
  ipv4_pool: 'custom_interfaces',
  ipv6_pool: 'custom_interfaces',
}

/**
 * The interfaces that a creation asks for: those of `custom_interfaces`, else one on each network of `interfaces`, else one on the
 * main network. IPv6 of the VM as a whole is that of its first.
 */
export async function askedInterfaces(
  work: Work,
  ctx: Context,
  cluster_id: number,
  body: HostCreate,
): Promise<AskedInterfaces> {
  const custom = body.custom_interfaces ?? []
  const networks = body.interfaces ?? []
  if (custom.length > 0 && networks.length > 0)
    throw invalidField('interfaces', msg`give either interfaces or custom_interfaces`)
  if (custom.length > 8) throw invalidField('custom_interfaces', msg`A VM has at most ${8} interfaces`)
  const check = (one: Parameters<typeof checkWanted>[3], fields: typeof LISTED) =>
    checkWanted(work, ctx.actor, cluster_id, one, fields)
  const nothing = await check({}, LISTED)
  const list: Asked[] = []
  for (const one of custom) {
    if (one.vxlan !== undefined) rejectVxlan('custom_interfaces')
    if (one.dpg_id !== undefined) throw refused(msg`Port groups are a thing of other hypervisors`, 'custom_interfaces')
    list.push({ cluster_interface: null, custom: one, wanted: await check(ofCustom(one), CUSTOM) })
  }
  const numbers = [
    ...new Set([...(custom.length > 0 ? [] : [0]), ...networks.map((one) => one.cluster_interface ?? 0)]),
  ]
  for (const number of numbers.sort()) {
    const mine = networks.filter((one) => (one.cluster_interface ?? 0) === number)
    if (mine.length > 1) throw invalidField('interfaces', msg`give each network of the cluster once`)
    const [one] = mine
    const named = one?.ip_name ? { name: one.ip_name } : undefined
    const { ipv4_number, ipv4_pool, without_allocation } = one ?? {}
    const wanted = one ? await check({ named, ipv4_number, ipv4_pool, without_allocation }, LISTED) : nothing
    list.push({ cluster_interface: number as 0 | 1, custom: null, wanted })
  }
  const main = list[0]!
  if (body.ipv6_enabled ?? (body.ipv6_prefix !== undefined || Boolean(body.ipv6_pool?.length)))
    main.wanted = {
      ...main.wanted,
      ipv6: (await check({ ipv6: { pools: body.ipv6_pool, bits: body.ipv6_prefix } }, LISTED)).ipv6,
    }
  const usual = custom.length === 0 && !networks.some((one) => (one.cluster_interface ?? 0) === 0)
  return { list, usual, ipv4: list.reduce((sum, { wanted }) => sum + ipv4Count(wanted), 0) }
}

function ofCustom(one: CustomInterface) {
  const pools = one.ippool === undefined ? undefined : [one.ippool]
  return {
    named: one.ip_name
      ? {
          name: one.ip_name,
          ...(one.ip_network !== undefined && { ip_network: one.ip_network }),
          ...(one.ippool !== undefined && { ip_pool: one.ippool }),
        }
      : undefined,
    without_allocation: one.without_allocation,
    ipv4_number: one.ip_count,
    ipv4_pool: pools,
    ...(one.ipv6_prefix !== undefined && { ipv6: { pools, bits: one.ipv6_prefix } }),
  }
}

type Place = { host_id: number; node_id: number; bridge: string }

/** Writes the interfaces of a new VM. @returns which of them get addresses of their own */
export async function makeInterfaces(
  work: Work,
  ctx: Context,
  { host_id, node_id, bridge }: Place,
  { list }: AskedInterfaces,
): Promise<z.infer<typeof moreAddresses>> {
  const more: z.infer<typeof moreAddresses> = []
  const names = list.flatMap(({ custom }) => custom?.name || [])
  if (new Set(names).size < names.length) throw invalidField('custom_interfaces', msg`names differ from each other`)
  for (const { cluster_interface, custom, wanted } of list) {
    const at = custom
      ? await bridgeOfCustom(work, ctx, node_id, custom)
      : cluster_interface === 0
        ? ({ name: bridge, cluster_interface: 0 } as const)
        : await bridgeOfNetwork(work, node_id, 1, 'interfaces')
    const name = custom?.name || freeName(names)
    names.push(name)
    const made = await work.tx.host_interface.create({
      data: {
        host_id,
        name,
        mac: checkMac(ctx, custom?.mac, 'custom_interfaces') ?? newMac(),
        model: custom?.model ?? 'virtio',
        bridge: at.name,
        cluster_interface: at.cluster_interface,
        is_main_network: at.cluster_interface === 0,
        dhcp: custom?.dhcp ?? (custom === null && cluster_interface === 1 && isNothing(wanted)),
        no_ip: (custom?.no_ip ?? false) && !(custom?.dhcp ?? false),
      },
    })
    if (!isNothing(wanted)) more.push({ interface_id: made.id, wanted })
  }
  return more
}

async function bridgeOfCustom(work: Work, ctx: Context, node_id: number, one: CustomInterface) {
  const chosen = await chosenBridge(work, ctx.actor, node_id, one, 'custom_interfaces')
  if (chosen) return chosen
  return bridgeOfNetwork(work, node_id, (one.is_main_network ?? true) ? 0 : 1, 'custom_interfaces')
}
