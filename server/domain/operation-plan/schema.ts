import { z } from 'zod'
import { issueOf, rule } from '../../shared/rule.ts'
import { msg, type Text } from '../../shared/text.ts'
import { clearings, loadKinds, raids } from '../operation/kinds.ts'
import { installPlan } from '../operation/plan.ts'
import { serverDiag, serverInstall } from '../operation/schema.ts'
import { absentIfEmpty, bodyId } from '../shared/fields.ts'
import {
  MOST_AT_ONCE,
  MOST_SERVERS,
  type PlanType,
  planDefaults,
  planNeeds,
  planServerStates,
  planStates,
  planTypes,
} from './kinds.ts'

const asked = {
  type: z.enum(planTypes),
  servers: z
    .array(bodyId)
    .min(1)
    .max(MOST_SERVERS)
    .refine((ids) => new Set(ids).size === ids.length, rule`Each server once`)
    .describe('In the order in which their turns come'),
  os_template_id: bodyId.optional().describe('What is installed, or what diagnostics boot'),
  hdd_raid: z.enum(raids).default('no_raid'),
  clear_hdd: z.enum(clearings).default('none'),
  load: serverDiag.shape.load.unwrap().default([]).describe('Tests under load of diagnostics'),
  limit_per_location: z
    .int()
    .min(1)
    .max(MOST_AT_ONCE)
    .default(planDefaults.limit_per_location)
    .describe('Operations of plans that a location has at once at most'),
  stagger_seconds: z
    .int()
    .min(0)
    .max(600)
    .default(planDefaults.stagger_seconds)
    .describe('Between two starts in a location'),
}

type Asked = {
  type: PlanType
  os_template_id?: number | undefined
  clear_hdd: string
  hdd_raid: string
  load: readonly string[]
}

const needsTemplate = {
  install: msg`An installation needs an OS template`,
  diag: msg`Diagnostics need an OS template`,
  clear_hdd: msg`Clearing of disks takes no OS template`,
} as const satisfies Record<PlanType, Text>

/** What an operation of this type needs, and what it has no use for. */
const fits = (body: Asked, ctx: z.RefinementCtx) => {
  const wrong = (name: string, words: Text) => ctx.addIssue({ ...issueOf(words), path: [name] })
  const { type } = body
  if (planNeeds[type].template !== (body.os_template_id !== undefined)) wrong('os_template_id', needsTemplate[type])
  if (type !== 'diag' && body.load.length > 0) wrong('load', msg`Only diagnostics have tests under load`)
  if (type === 'install') return
  if (type === 'clear_hdd' && body.clear_hdd === 'none') wrong('clear_hdd', msg`Say how the disks are cleared`)
  if (type === 'diag' && body.clear_hdd !== 'none')
    wrong('clear_hdd', msg`Diagnostics of many servers leave disks as they are: clear them by a plan of its own`)
  if (body.hdd_raid !== 'no_raid') wrong('hdd_raid', msg`Only an installation makes an array`)
}

export const operationPlanPreview = z.strictObject(asked).superRefine(fits)
export type OperationPlanPreview = z.infer<typeof operationPlanPreview>

export const operationPlanCreate = z
  .strictObject({
    ...asked,
    password: absentIfEmpty(serverInstall.shape.password).describe('Of the installed systems, one for all'),
    ssh_pub_keys: serverInstall.shape.ssh_pub_keys,
    seen: absentIfEmpty(z.string().regex(/^[0-9a-f]{64}$/)).describe(
      '`seen` of the preview that was agreed to: refused when other disks would be written by now',
    ),
  })
  .superRefine((body, ctx) => {
    fits(body, ctx)
    const wrong = (name: string, words: Text) => ctx.addIssue({ ...issueOf(words), path: [name] })
    if (body.type === 'install' && body.password === undefined) wrong('password', msg`An installation needs a password`)
    if (body.type !== 'install' && body.password !== undefined)
      wrong('password', msg`Only an installation takes a password`)
  })
export type OperationPlanCreate = z.infer<typeof operationPlanCreate>

export const operationPlanStop = z.strictObject({
  cancel_running: z.boolean().optional().describe('Also cancel the operations that have begun'),
})
export type OperationPlanStop = z.infer<typeof operationPlanStop>

const place = z.object({ id: z.int(), name: z.string() })
const disk = installPlan.shape.report.unwrap().shape.disks.element

/** What would become of a server if its turn came now. */
export const plannedServer = z.object({
  server: place,
  location: place,
  serial: z.string().nullable().describe('Serial number of the last report'),
  refused: z
    .object({ code: z.string(), reason: z.string() })
    .nullable()
    .describe('Why nothing would be begun; null: it would'),
  disks: z
    .array(disk)
    .nullable()
    .describe('What would be lost; null: its disks are not known, and the system goes to the first that is not spared'),
  controller: z.boolean().describe('Without one it is started by hand'),
  seconds: z.int().nullable().describe('How long it usually takes on this platform, or on others'),
  start: z.int().nullable().describe('Seconds from the beginning of the plan'),
  end: z.int().nullable(),
})
export type PlannedServer = z.infer<typeof plannedServer>

export const operationPlanShown = z.object({
  servers: z.array(plannedServer),
  go: z.int().describe('Servers that would be begun on'),
  seconds: z.int().nullable().describe('Until all are done, if each takes as long as usual'),
  seen: z.string().describe('Stands for the disks that would be written'),
})
export type OperationPlanShown = z.infer<typeof operationPlanShown>

const counts = z.object(
  Object.fromEntries(planServerStates.map((state) => [state, z.int()])) as Record<
    (typeof planServerStates)[number],
    z.ZodInt
  >,
)

/** A plan with how far it is. */
export const operationPlanRecord = z.object({
  id: z.int(),
  type: z.enum(planTypes),
  state: z.enum(planStates),
  os_template: z.int().describe('0: none, or it is gone'),
  template: z.string().nullable(),
  clear_hdd: z.enum(clearings),
  hdd_raid: z.enum(raids),
  load: z.array(z.enum(loadKinds)).describe('Tests under load of diagnostics'),
  limit_per_location: z.int(),
  stagger_seconds: z.int(),
  auth_id: z.string(),
  reason: z.string().nullable().describe('Why it is paused, or was stopped by itself'),
  size: z.int().describe('Servers'),
  counts,
  percent: z.int(),
  consul_id: z.int().nullable().describe('Number of its task'),
  created_at: z.string(),
  ended_at: z.string().nullable(),
})
export type OperationPlan = z.infer<typeof operationPlanRecord>

/** A server of a plan with what came of it. */
export const operationPlanServer = z.object({
  id: z.int(),
  position: z.int(),
  state: z.enum(planServerStates),
  server: place,
  location: place,
  operation: z.int().nullable().describe('The last one that was begun'),
  percent: z.int().describe('Of that operation'),
  code: z.string().nullable().describe('What kept it from beginning'),
  reason: z.string().nullable(),
  attempts: z.int(),
  disks: z.array(z.string()).describe('Serial numbers or WWNs of the disks that may be written'),
  started_at: z.string().nullable(),
  ended_at: z.string().nullable(),
})
export type OperationPlanServer = z.infer<typeof operationPlanServer>
