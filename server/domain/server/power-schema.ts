import { z } from 'zod'
import { bulkPowerActions } from './power-rules.ts'
import { powerStatuses } from './states.ts'

export const bootDevices = ['none', 'pxe', 'disk', 'cdrom', 'setup', 'safe', 'diagnostic', 'floppy'] as const

const force = z.boolean().optional().describe('For administrators: although VMs run on it')
const limit = z.int().min(1).max(3600).optional().describe('Seconds that the system gets; 300 unless said')

export const powerForce = z.strictObject({ force })
export const powerShutdown = z.strictObject({
  force,
  timeout_seconds: limit,
  pull: z
    .boolean()
    .optional()
    .describe('What still runs then is forced off by its controller; otherwise the task fails'),
})
export const powerBoot = z.strictObject({
  device: z.enum(bootDevices).describe('none: what its firmware is set to'),
  persistent: z.boolean().optional().describe('For every boot; otherwise for the next one'),
  uefi: z.boolean().optional(),
  restart: z.boolean().optional().describe('Forces a restart afterwards, or starts the server when it is off'),
  force,
})
export type PowerBoot = z.infer<typeof powerBoot>

export const powerMany = z.strictObject({
  servers: z.array(z.int().min(1)).min(1).max(5000),
  action: z.enum(bulkPowerActions),
  stagger_seconds: z
    .int()
    .min(0)
    .max(600)
    .optional()
    .describe('Between two starts, because of the inrush current: 2 for what switches on, 0 for the rest unless said'),
  force,
  timeout_seconds: limit,
  pull: z.boolean().optional(),
})
export type PowerMany = z.infer<typeof powerMany>

export const powerTask = z.object({ task: z.int() })
export const powerManyAnswer = z.object({
  task: z.int().optional().describe('consul_id that the tasks of all servers share; absent when all were refused'),
  list: z.array(
    z.object({
      server: z.int(),
      task: z.int().optional(),
      refused: z.string().optional().describe('Why nothing is done to this one, in words'),
      reason: z
        .string()
        .optional()
        .describe(
          'The same as a word for programs: suspended, busy, protected, noController, nothing, node, not_found, or the power status that stands against it',
        ),
    }),
  ),
})
export type PowerManyAnswer = z.infer<typeof powerManyAnswer>

export const powerEvent = z.object({
  id: z.int(),
  at: z.string(),
  action: z.string().nullable().describe('Name of the operation; null: a change that was only seen'),
  before: z.enum(powerStatuses),
  after: z.enum(powerStatuses).nullable().describe('Null while it is under way'),
  user: z.string().nullable().describe('Who asked for it; others than oneself are named to administrators only'),
  task_id: z.int().nullable(),
  state: z.enum(['running', 'complete', 'failed', 'aborted']),
  fault: z.string().nullable(),
})
export type PowerEvent = z.infer<typeof powerEvent>
