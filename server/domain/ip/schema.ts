import { z } from 'zod'
import { ptrStatuses } from '../ptr/states.ts'
import { ipLifecycle } from './states.ts'

const named = z.object({ id: z.int(), name: z.string() })

/** Address as all services show it: the fields of the VM service and those of the address manager. */
export const ipRecord = z.object({
  id: z.int(),
  ip_addr: z.string(),
  domain: z.string().nullable(),
  gateway: z.string().nullable(),
  mask: z.string().describe('Dotted for IPv4, the prefix length for IPv6'),
  state: z.enum(ipLifecycle.states),
  family: z.int().describe('2 = IPv4, 10 = IPv6'),
  ippool: z.int().nullable(),
  network: z.int().nullable(),
  host: named.extend({ interface: z.int() }).nullable(),
  cluster_interface: z.int().nullable(),
  ipnet_name: z.string().nullable(),
  vxlan: z.object({ id: z.int(), name: z.string(), tag: z.int() }).optional().describe('Only of addresses of a VXLAN'),
  name: z.string(),
  ipnet: z.int().nullable(),
  status: z.enum(ipLifecycle.states),
  range: z.int().nullable(),
  account: z.object({ id: z.int(), email: z.string() }).nullable(),
  prefix: z.string().nullable().describe('The IPv6 subnet that is given with it, of which it is the first address'),
  server: named.nullable().describe('The physical server that has it'),
  ptr: z.string().nullable().describe('Host name that its reverse record is to have'),
  ptr_status: z.enum(ptrStatuses),
  ptr_found: z.string().nullable().describe('What the zone answered when it was read last'),
  ptr_fault: z.string().nullable().describe('Why the record was not written'),
})
export type IpRecord = z.infer<typeof ipRecord>

/** The address manager's own picture of it: no nulls where its documents have none. */
export const ipmgrRecord = ipRecord.extend({
  domain: z.string().describe('Empty when there is none'),
  ipnet: z.int().describe('0 when the address belongs to no network'),
  ipnet_name: z.string().describe('Network in CIDR form, empty when the address belongs to none'),
})

export const ipEdit = z.strictObject({
  values: z.strictObject({
    domain: z.string().optional(),
    gateway: z.string().optional(),
    ip_addr: z.string().optional(),
    netmask: z.string().optional(),
  }),
})
export type IpEdit = z.infer<typeof ipEdit>['values']
