import { z } from 'zod'
import { editShape, recordShape } from '../shared/field-schema.ts'
import { ipAddress, linkId } from '../shared/fields.ts'
import { ipnetFields } from './fields.ts'

/** Network as the address manager shows it. */
export const ipnetRecord = z.object({
  id: z.int(),
  name: z.string().describe('CIDR'),
  mask: z.int().describe('Prefix length'),
  family: z.literal([2, 10]).describe('2 = IPv4, 10 = IPv6'),
  gateway: z.string().describe('Empty when there is none'),
  ...recordShape(ipnetFields),
  vlan: z.string(),
  userspace: z.int(),
  is_public: z.boolean(),
  size: z.string().describe('Number of addresses'),
  total_ip: z.string().describe('Number of addresses that can be given'),
  using_ip: z.string().describe('Number of addresses in use'),
  location: z.object({ id: z.int(), name: z.string() }).optional().describe('Absent when it is for all locations'),
  clusters: z
    .array(z.object({ id: z.int(), name: z.string() }))
    .describe('It is offered only in these; empty: everywhere'),
  version: z.int(),
})
export type Ipnet = z.infer<typeof ipnetRecord>

const gateway = z.union([ipAddress, z.literal('')], 'an IPv4 or IPv6 address, or empty').nullable()
const vlanNumber = z.int().min(1).max(4094)
const own = editShape(ipnetFields)

/** Creation and change through the VM service. */
export const ipnetCreate = z.strictObject({
  ...own,
  gateway,
  name: z.string(),
  vlan: z.string().optional(),
})
export const ipnetEdit = z.strictObject({
  ...own,
  gateway: gateway.optional(),
  name: z.string().optional(),
  vlan: z.string().optional(),
})

/** Creation and change through the address manager. */
export const ipmgrNetCreate = z.strictObject({
  name: z.string().min(1),
  gateway: z.string().optional(),
  note: own.note,
  vlan: vlanNumber.optional(),
  location: linkId.optional(),
})
export const ipmgrNetEdit = z.strictObject({
  name: z.string().min(1).optional(),
  gateway: z.string().optional(),
  note: own.note,
  vlan: vlanNumber.optional(),
})

const anyVlan = z.union([z.string(), z.int()]).optional()
/** The address service takes what either takes. */
export const netCreate = ipmgrNetCreate.extend({
  gateway: z.string().nullable().optional(),
  need_reserve: own.need_reserve,
  vlan: anyVlan,
})
/** The location can be changed here alone; null means all of them. */
export const netEdit = ipmgrNetEdit.extend({
  gateway: z.string().nullable().optional(),
  need_reserve: own.need_reserve,
  vlan: anyVlan,
  location: linkId.nullable().optional(),
})
export type NetCreate = z.infer<typeof netCreate>
export type NetEdit = z.infer<typeof netEdit>

/** Clusters of a network, and networks of a cluster. */
export const dcNetworkClusters = z.strictObject({ clusters: z.array(z.int()) })
export const clusterDcNetworks = z.strictObject({ dc_networks: z.array(z.int()) })
export const dcNetworkList = z.object({ last_notify: z.int(), list: z.array(z.int()) })
