import { z } from 'zod'
import { ipmiCreate } from '../ipmi/schema.ts'
import { hardwareReport } from '../operation/report.ts'
import { serverCreate } from '../server/schema.ts'
import { linkId } from '../shared/fields.ts'
import { machineStates } from './states.ts'

const link = z.object({ id: z.int(), name: z.string() })

/** Why a machine is thought to be plugged in somewhere. */
export const evidenceKinds = ['lldp', 'mac'] as const
const port = {
  by: z
    .enum(evidenceKinds)
    .describe('lldp: the switch has announced itself; mac: the switch has learned the card there'),
  switch: link,
  port: link,
  rack: link.nullable().describe('Of the switch'),
}

/** A machine that booted and that nobody has entered. */
export const machineRecord = z.object({
  id: z.int(),
  state: z.enum(machineStates),
  location: link,
  server: link.nullable().describe('What it was adopted as'),
  vendor: z.string(),
  product: z.string(),
  serial: z.string().describe('Empty when it has none or has not reported yet'),
  uuid: z.string(),
  mac: z.string().describe('Network card that it booted by last'),
  macs: z.array(z.string()),
  address: z.string(),
  asked: z.int().describe('How often it has booted'),
  first_seen_at: z.string(),
  seen_at: z.string(),
  reported_at: z.string().nullable(),
  hardware: z
    .object({
      cpu: z.string(),
      cpus: z.int(),
      memory_mib: z.number(),
      disks: z.int(),
      disk_bytes: z.number(),
      firmware: z.string(),
    })
    .nullable(),
  place: z.object(port).nullable().describe('Where it most likely is'),
  known: link
    .extend({ macs: z.int().describe('How many of its cards are that server’s'), by_serial: z.boolean() })
    .nullable()
    .describe('Server that it seems to be'),
  version: z.int(),
})
export type Machine = z.infer<typeof machineRecord>

const evidence = z.object({
  ...port,
  nic: z.string(),
  mac: z.string(),
  connected: link.nullable().describe('Server at this port'),
  is_free: z.boolean().describe('A server may be connected to it'),
})
export type Evidence = z.infer<typeof evidence>

export const machineDetail = machineRecord.extend({
  report: hardwareReport.nullable(),
  evidence: z.array(evidence),
  units: z.array(z.int()).describe('Free units of the rack, the likeliest first'),
})
export type MachineDetail = z.infer<typeof machineDetail>

const { name, platform, rack, unit, chassis, slot, barcode } = serverCreate.shape

export const machineAdopt = z.strictObject({
  ...{ name, platform, rack, unit, chassis, slot, barcode },
  owner: linkId.optional(),
  ipmi: ipmiCreate.optional().describe('Its controller, with a user that exists there'),
  os_template_id: linkId.optional().describe('Run diagnostics with this template at once'),
  setup_ipmi: z
    .boolean()
    .optional()
    .describe('The diagnostics make a user in its controller from inside, which the panel then uses'),
})
export type MachineAdopt = z.infer<typeof machineAdopt>

export const machineJoin = z.strictObject({ server: linkId })
