import { z } from 'zod'
import { rule } from '../../shared/rule.ts'
import { cpuModes } from './cpu-modes.ts'

export const firewallRule = z
  .strictObject({
    action: z.enum(['drop']),
    direction: z.enum(['in', 'out']),
    protocols: z
      .array(z.enum(['tcp', 'udp']))
      .min(1)
      .max(2),
    portstart: z.int().min(1).max(65535),
    portend: z.int().min(1).max(65535),
  })
  .refine((rule) => rule.portstart <= rule.portend, rule`portstart must be below portend`)

const weight = (maximum: number) => z.int().min(0).max(maximum).nullable().optional()
const fromZero = z.int().min(0).nullable().optional()
/** -1 means no limit. */
const limit = z.int().min(-1).nullable().optional()

/** Fields that creation, resources and presets share; each may be null for "as the cluster has it". */
export const tuning = {
  cpu_mode: z.enum(cpuModes).nullable().optional(),
  nesting: z.boolean().nullable().optional(),
  cpu_custom_model: z
    .string()
    .refine((text) => /^[\w.+-]{0,100}$/.test(text), rule`the name of a CPU model, such as Skylake-Client`)
    .nullable()
    .optional(),
  cpu_weight: weight(10_000),
  io_weight: weight(1000),
  io_read_mbitps: limit,
  io_write_mbitps: limit,
  io_read_iops: limit,
  io_write_iops: limit,
  net_in_mbitps: fromZero,
  net_out_mbitps: fromZero,
  net_weight: fromZero,
  tcp_connections_in: fromZero,
  tcp_connections_out: fromZero,
  anti_spoofing: z.boolean().nullable().optional(),
  /** Nothing with a VLAN tag leaves a VM with `anti_spoofing` (`anti-spoofing.ts`), so there is nothing to choose. */
  anti_spoofing_settings: z.strictObject({ vlan: z.boolean().optional() }).nullable().optional(),
  process_number: limit,
  firewall_rules: z.array(firewallRule).nullable().optional(),
}

/** The numeric ones, kept together in `host.tuning`. */
export const tuningNumbers = [
  'cpu_weight',
  'io_weight',
  'io_read_mbitps',
  'io_write_mbitps',
  'io_read_iops',
  'io_write_iops',
  'net_in_mbitps',
  'net_out_mbitps',
  'net_weight',
  'tcp_connections_in',
  'tcp_connections_out',
  'process_number',
] as const
