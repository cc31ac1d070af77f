import { z } from 'zod'
import { rule } from '../../shared/rule.ts'
import { createShape, editShape, recordShape } from '../shared/field-schema.ts'
import { atMost, linkId } from '../shared/fields.ts'
import { ippoolFields } from './fields.ts'

/** Of IPv6, larger than `z.int()` takes. */
const count = z.number().meta({ type: 'integer' })
const share = z.object({ total: count, used: count })

/** Pool as all services show it. Sizes are texts where IPv6 makes them longer than a number can be. */
export const ippoolRecord = z.object({
  id: z.int(),
  ...recordShape(ippoolFields),
  userspace: z.int(),
  total_ip: z.string().describe('Number of addresses that can be given'),
  using_ip: z.string().describe('Number of addresses in use'),
  ipv4: share,
  ipv6: share,
  min_ipv6_prefix: z.int().nullable().describe('Prefix length of the largest IPv6 block of the pool'),
  clusters: z.array(z.object({ id: z.int(), name: z.string(), type: z.string() })),
  ranges: z.int().describe('Number of ranges'),
  location: z.object({ id: z.int(), name: z.string() }).optional().describe('Absent when it is for all locations'),
  version: z.int(),
})
export type Ippool = z.infer<typeof ippoolRecord>

const created = createShape(ippoolFields)
const { auto_selection_allowed, ...edited } = editShape(ippoolFields)

/** Creation through the VM service. */
export const ippoolCreate = z.strictObject({ name: atMost(255)(z.string()), note: created.note })
/** Creation through the address manager. */
export const ipmgrPoolCreate = z.strictObject({ ...created, location: linkId.optional() })

export const ippoolEdit = z.strictObject({ auto_selection_allowed })
export const ipmgrPoolEdit = z.strictObject(edited)
/** The address service takes both, and the location: null means all of them. */
export const poolEdit = ipmgrPoolEdit.extend({ ...ippoolEdit.shape, location: linkId.nullable().optional() })
export type PoolEdit = z.infer<typeof poolEdit>

/** A cluster of a pool: whether the pool gives addresses to its VMs, and on which interfaces. */
export const poolCluster = z.object({
  id: z.int(),
  name: z.string(),
  enabled: z.boolean(),
  interface: z.int().describe('0 = main network interface, 1 = second'),
})
export const poolClusters = z.strictObject({
  clusters: z.array(
    z.strictObject({
      name: z.string().optional(),
      id: z.int().optional(),
      enabled: z.boolean().optional(),
      interface: z.int().optional(),
    }),
  ),
})
export type PoolClusters = z.infer<typeof poolClusters>['clusters']

/** `public` or a number. */
export const userspace = z.string().regex(/^(public|[1-9][0-9]{0,8})$/, rule`public or a number`)
export const PUBLIC = 1
