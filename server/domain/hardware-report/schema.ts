import { z } from 'zod'
import { hardwareReport } from '../operation/report.ts'
import { macText } from '../shared/network-fields.ts'
import { loadResult } from './load.ts'
import { platformCheck } from './platform.ts'

/** A report in lists. */
export const reportRow = z.object({
  id: z.int(),
  server: z.object({ id: z.int(), name: z.string() }),
  operation: z.object({ id: z.int(), type: z.string(), auth_id: z.string() }).nullable().describe('That found it'),
  serial: z.string().describe('Of the machine'),
  product: z.string(),
  processors: z.int(),
  memory_mib: z.int(),
  modules: z.int().describe('Of memory'),
  disks: z.int(),
  cards: z.int(),
  has_load: z.boolean().describe('It was tested under load'),
  at: z.string(),
})
export type ReportRow = z.infer<typeof reportRow>

export const reportRecord = reportRow.extend({
  report: hardwareReport,
  load: loadResult.nullable(),
  platform: z.object({ name: z.string(), checks: z.array(platformCheck) }),
})
export type HardwareReportRecord = z.infer<typeof reportRecord>

/** Of the network card whose cable is taken over as its neighbour announces it. */
export const cableAccept = z.strictObject({ mac: macText })
