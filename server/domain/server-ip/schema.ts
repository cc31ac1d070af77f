import { z } from 'zod'
import { ipLifecycle } from '../ip/states.ts'
import { absentIfEmpty, ipAddress, linkId, orEmpty } from '../shared/fields.ts'

export const addressFamilies = ['ipv4', 'ipv6'] as const

const named = z.object({ id: z.int(), name: z.string() })

/** An address inside the record of its server. */
export const serverAddress = z.object({
  id: z.int(),
  name: z.string().describe('The address'),
  domain: z.string(),
  gateway: z.string(),
  network: z.string().describe('In CIDR form, empty when the address belongs to none'),
  server: z.string().describe('Empty when no physical server has it'),
  family: z.enum(addressFamilies),
  status: z.enum(ipLifecycle.states),
  status_info: z.object({}),
  is_main: z.boolean().describe('The main IPv4 address of its server'),
})
export type ServerAddress = z.infer<typeof serverAddress>

/** An address in use as the data-centre service shows it, of a server or a VM. */
export const serverIpRecord = z.object({
  ...serverAddress.shape,
  mask: z.string().describe('Dotted for IPv4, the prefix length for IPv6'),
  server_id: z.int().nullable(),
  ippool: z.int().nullable(),
  host: named.nullable().describe('The VM that has it'),
})

/** Without an address, network or pool any pool that serves the location of the server gives one. */
export const serverIpCreate = z.strictObject({
  domain: orEmpty(z.hostname().min(1)),
  family: z.enum(addressFamilies),
  ip_name: absentIfEmpty(ipAddress),
  ip_net: linkId.optional(),
  ip_pool: linkId.optional(),
  set_as_main_ipv4: z.boolean().optional(),
  userspace: linkId.optional(),
})
export type ServerIpCreate = z.infer<typeof serverIpCreate>

export const serverIpEdit = z.strictObject({ domain: orEmpty(z.hostname().min(1)).optional() })
