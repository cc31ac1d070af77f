import { z } from 'zod'
import { createShape, editShape, recordShape } from '../shared/field-schema.ts'
import { linkId } from '../shared/fields.ts'
import { addressGroupFields } from './fields.ts'

/** A named list of addresses and networks that packet rules of VMs take as their other side. */
export const addressGroupRecord = z.object({
  id: z.int(),
  ...recordShape(addressGroupFields),
  members: z.array(z.string()).describe('Addresses and networks in their usual spelling'),
  members_count: z.int(),
  account: z.int().nullable().describe('Owner; null: for all accounts'),
  account_email: z.string().nullable(),
  host_count: z.int().optional().describe('VMs whose rules name it; for administrators'),
  version: z.int(),
})
export type AddressGroup = z.infer<typeof addressGroupRecord>

const members = z.array(z.string()).describe('At least one address or network (IPv4, IPv6), at most 256')

export const addressGroupCreate = z.strictObject({
  ...createShape(addressGroupFields),
  members,
  account: linkId.optional().describe('Owner; the caller when absent. Only administrators name others'),
})
export type AddressGroupCreate = z.infer<typeof addressGroupCreate>
export const addressGroupEdit = z.strictObject({ ...editShape(addressGroupFields), members: members.optional() })
export type AddressGroupEdit = z.infer<typeof addressGroupEdit>
