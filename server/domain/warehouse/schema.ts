import { z } from 'zod'
import { createShape, editShape, recordShape } from '../shared/field-schema.ts'
import { linkId } from '../shared/fields.ts'
import { stockFields } from './fields.ts'
import { warehouseKinds } from './kinds.ts'

/** A device or part that is not in use (a spare). */
export const stockItemRecord = z.object({
  id: z.int(),
  ...recordShape(stockFields),
  device_type: z.enum(warehouseKinds),
  location: z.object({ id: z.int(), name: z.string() }).nullable().describe('Where it lies'),
  version: z.int(),
})
export type StockItem = z.infer<typeof stockItemRecord>

const lies = { location: linkId.nullable().optional() }

export const stockItemCreate = z.strictObject({ ...createShape(stockFields), ...lies })
export type StockItemCreate = z.infer<typeof stockItemCreate>
export const stockItemEdit = z.strictObject({ ...editShape(stockFields), ...lies })
export type StockItemEdit = z.infer<typeof stockItemEdit>
