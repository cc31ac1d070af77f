import { z } from 'zod'
import { rule } from '../../shared/rule.ts'
import { diskInput } from '../host/schema.ts'
import { tuning } from '../host/tuning.ts'
import { createShape, editShape } from '../shared/field-schema.ts'
import { presetFields } from './fields.ts'

type Given<Field> =
  Field extends z.ZodOptional<z.ZodNullable<infer Value extends z.ZodType>> ? z.ZodOptional<Value> : never
type AllGiven<Shape> = { [Name in keyof Shape]: Given<Shape[Name]> }

/** The limits of VMs, without null: what a preset leaves open is absent. */
const limits = {
  ...(Object.fromEntries(
    Object.entries(tuning).map(([name, field]) => [name, field.unwrap().unwrap().optional()]),
  ) as AllGiven<typeof tuning>),
  net_weight: z.int().min(0).max(10).optional(),
}

const common = { ...limits, disks: z.array(diskInput).min(1).optional() }

export const presetCreate = z
  .strictObject({ ...createShape(presetFields), ...common })
  .refine((body) => body.disks !== undefined || body.hdd_mib !== undefined, {
    message: rule`hdd_mib or disks is required`,
    path: ['hdd_mib'],
  })
  .meta({ anyOf: [{ required: ['hdd_mib'] }, { required: ['disks'] }] })
export type PresetCreate = z.infer<typeof presetCreate>

export const presetEdit = z.strictObject({ ...editShape(presetFields), ...common })
export type PresetEdit = z.infer<typeof presetEdit>
