import { z } from 'zod'
import { deviceRejected } from '../../../domain/shared/errors.ts'
import { msg, type Text } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'
import { isIsolatedBridge } from '../isolated-bridge.ts'
import type { NodeInterface } from '../node-types.ts'

const address = z.object({
  family: z.string(),
  local: z.string().max(64).optional(),
  prefixlen: z.number().int().min(0).max(128),
  scope: z.string().optional(),
})

const link = z.object({
  ifname: z.string().min(1).max(15),
  link_type: z.string(),
  operstate: z.string().optional(),
  flags: z.array(z.string()).default([]),
  address: z.string().max(64).optional(),
  master: z.string().max(15).optional(),
  linkinfo: z.object({ info_kind: z.string().optional() }).optional(),
  addr_info: z.array(address).default([]),
})

const route = z.object({ gateway: z.string().max(64).optional(), dev: z.string().max(15).optional() })

/** Kinds that guests, tunnels and tests make; an operator attaches no network to them. */
const passing = new Set([
  'tun',
  'vxlan',
  'dummy',
  'ifb',
  'macvlan',
  'macvtap',
  'gre',
  'sit',
  'ipip',
  'wireguard',
  'nlmon',
])

function parse<T>(schema: z.ZodType<T>, text: string, what: Text): T {
  try {
    return schema.parse(JSON.parse(text || '[]'))
  } catch (cause) {
    throw deviceRejected(msg`The node returned data that cannot be read: ${what}`, { cause })
  }
}

/** Links of a node from the answers of `ip -j -d addr`, `ip -j -4 route show default` and `ip -j -6 route show default`. */
export function parseInterfaces(addresses: string, routes4: string, routes6: string): NodeInterface[] {
  const links = parse(z.array(link).max(8192), addresses, msg`interfaces`)
  const gateways4 = parse(z.array(route).max(1024), routes4, msg`routes`)
  const gateways6 = parse(z.array(route).max(1024), routes6, msg`routes`)
  const gateway = (routes: z.infer<typeof route>[], name: string) => {
    const found = routes.find((item) => item.dev === name)?.gateway
    return found ? cleanMessage(found) : null
  }
  return links
    .filter((item) => item.link_type === 'ether' && !passing.has(item.linkinfo?.info_kind ?? ''))
    .filter((item) => !isIsolatedBridge(item.ifname))
    .map((item) => {
      const kind = item.linkinfo?.info_kind
      const of = (family: string) =>
        item.addr_info
          .filter((found) => found.family === family && found.local && found.scope !== 'link')
          .map((found) => `${cleanMessage(found.local!)}/${found.prefixlen}`)
      return {
        name: cleanMessage(item.ifname),
        type: kind === 'bridge' ? 'bridge' : kind === 'bond' ? 'bond' : 'eth',
        mac: cleanMessage(item.address ?? ''),
        up: item.operstate === 'UP' || (item.operstate === 'UNKNOWN' && item.flags.includes('UP')),
        slaves: links.filter((other) => other.master === item.ifname).map((other) => cleanMessage(other.ifname)),
        v4: of('inet'),
        v6: of('inet6'),
        gateway_v4: gateway(gateways4, item.ifname),
        gateway_v6: gateway(gateways6, item.ifname),
      }
    })
}
