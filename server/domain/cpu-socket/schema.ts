import { z } from 'zod'
import { createShape, editShape, recordShape } from '../shared/field-schema.ts'
import { cpuSocketFields } from './fields.ts'

export const cpuSocketRecord = z.object({
  id: z.int(),
  ...recordShape(cpuSocketFields),
  platform_count: z.int(),
  version: z.int(),
})
export type CpuSocket = z.infer<typeof cpuSocketRecord>

export const cpuSocketCreate = z.strictObject(createShape(cpuSocketFields))
export type CpuSocketCreate = z.infer<typeof cpuSocketCreate>
export const cpuSocketEdit = z.strictObject(editShape(cpuSocketFields))
export type CpuSocketEdit = z.infer<typeof cpuSocketEdit>
