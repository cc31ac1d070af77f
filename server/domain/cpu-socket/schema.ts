import { z } from 'zod'
import { atMost } from '../shared/fields.ts'

export const cpuSocketRecord = z.object({
  id: z.int(),
  name: z.string(),
  note: z.string(),
  platform_count: z.int(),
  version: z.int(),
})
export type CpuSocket = z.infer<typeof cpuSocketRecord>

export const cpuSocketCreate = z.strictObject({
  name: z.string().min(1).max(49),
  note: atMost(1500)(z.string()).optional(),
})
export type CpuSocketCreate = z.infer<typeof cpuSocketCreate>
export const cpuSocketEdit = cpuSocketCreate.partial()
export type CpuSocketEdit = z.infer<typeof cpuSocketEdit>
