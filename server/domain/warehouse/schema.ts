import { z } from 'zod'
import { named } from '../location/schema.ts'
import { atMost, linkId } from '../shared/fields.ts'
import { warehouseKinds, warehouseStatuses } from './kinds.ts'

/** A device or part that stands nowhere. */
export const stockItemRecord = z.object({
  id: z.int(),
  name: z.string(),
  warehouse_status: z.enum(warehouseStatuses),
  device_type: z.enum(warehouseKinds),
  serial: z.string(),
  quantity: z.int(),
  location: z.object({ id: z.int(), name: z.string() }).nullable().describe('Where it lies'),
  place: z.string().describe('Shelf or box, in words'),
  note: z.string(),
  version: z.int(),
})
export type StockItem = z.infer<typeof stockItemRecord>

const fields = {
  name: named,
  warehouse_status: z.enum(warehouseStatuses).optional(),
  serial: atMost(200)(z.string()).optional(),
  quantity: z.int().min(1).max(1_000_000).optional(),
  location: linkId.nullable().optional(),
  place: atMost(200)(z.string()).optional(),
  note: atMost(1500)(z.string()).optional(),
}
export const stockItemCreate = z.strictObject(fields)
export type StockItemCreate = z.infer<typeof stockItemCreate>
export const stockItemEdit = stockItemCreate.partial()
export type StockItemEdit = z.infer<typeof stockItemEdit>
