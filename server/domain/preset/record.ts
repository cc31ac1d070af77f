import { z } from 'zod'
import { cpuModes } from '../host/cpu-modes.ts'
import { hostRecord } from '../host/record.ts'
import { recordShape } from '../shared/field-schema.ts'
import { presetFields } from './fields.ts'

const limits = hostRecord.pick({
  cpu_weight: true,
  io_weight: true,
  io_read_mbitps: true,
  io_write_mbitps: true,
  io_read_iops: true,
  io_write_iops: true,
  net_in_mbitps: true,
  net_out_mbitps: true,
  net_weight: true,
  tcp_connections_in: true,
  tcp_connections_out: true,
  process_number: true,
  cpu_custom_model: true,
  nesting: true,
  anti_spoofing: true,
  anti_spoofing_settings: true,
  firewall_rules: true,
})

/** A preset as lists and single reads show it; null is what it leaves open. */
export const presetRecord = z.object({
  id: z.int(),
  ...recordShape(presetFields),
  disks: z
    .array(
      z.object({
        size_mib: z.int(),
        boot_order: z.int(),
        name: z.string().nullable(),
        expand_part: z.string().nullable(),
        storage: z.int().nullable(),
        tags: z.array(z.int()),
      }),
    )
    .nullable()
    .describe('Null: one disk of hdd_mib'),
  cpu_mode: z.enum(cpuModes).nullable(),
  ...limits.shape,
  host_count: z.int().optional().describe('VMs made with it; for administrators'),
  version: z.int(),
})
export type Preset = z.infer<typeof presetRecord>
