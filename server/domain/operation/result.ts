import { z } from 'zod'
import { loadResult } from '../hardware-report/load.ts'
import { controllerSetup } from './controller.ts'
import { hardwareReport } from './report.ts'

const text = z.string().max(500)

/** What was done to one disk. */
const disk = z.object({
  model: text,
  serial: text,
  wwn: text.default(''),
  method: text,
  tried: z.array(text).max(16).default([]),
  started: text,
  ended: text,
  samples: z.int().nonnegative(),
  ok: z.boolean(),
})

/** The end of a live system's work (`POST /boot/result`), bounded: what is not named here is left out. */
export const operationResult = z.object({
  ok: z.boolean(),
  reason: z.string().max(2000).optional(),
  disks: z.array(disk).max(128).optional(),
  addresses: z.array(text).max(64).optional(),
  /** Of diagnostics: once more, when neighbours have had the time to announce themselves. What is no report is left out. */
  report: hardwareReport.optional().catch(undefined),
  load: loadResult.optional().catch(undefined),
  controller: controllerSetup.optional().catch(undefined),
})
export type OperationResult = z.infer<typeof operationResult>
