import { z } from 'zod'
import { listOf } from '../shared/fields.ts'
import { ptrStatuses } from './states.ts'

const domain = z.string().describe('Host name; letters outside ASCII are written as IDNA has them. Empty: no record')

/** The reverse record of an address. */
export const ptrAddress = z.object({
  id: z.int().describe('The address; records within an IPv6 subnet have that of the subnet'),
  name: z.string().describe('The address itself'),
  domain: z.string().describe('Host name that is wanted; empty when there is none'),
  status: z.enum(ptrStatuses),
  found: z.array(z.string()).describe('What the zone answered when it was read last'),
  fault: z.string().nullable().describe('Why the record was not written'),
  read_at: z.string().nullable(),
})

/** The addresses of a VM in one network, with their reverse records. */
export const ptrGroup = z.object({
  family: z.int().describe('2 = IPv4, 10 = IPv6'),
  gateway: z.string().describe('Empty when there is none'),
  network: z.string(),
  prefix: z.int(),
  ip_count: z.int(),
  ip: z.array(ptrAddress),
})
export const ptrList = listOf(ptrGroup)
export type PtrList = z.infer<typeof ptrList>
export type PtrGroup = z.infer<typeof ptrGroup>

export const ptrCreate = z.strictObject({ name: z.ipv6().describe('An IPv6 address of the VM'), domain })
export type PtrCreate = z.infer<typeof ptrCreate>
export const ptrEdit = z.strictObject({ domain: domain.optional() })
export const ptrDomain = z.strictObject({ domain })
