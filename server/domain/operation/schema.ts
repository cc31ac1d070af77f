import { z } from 'zod'
import { rule } from '../../shared/rule.ts'
import { atMost, queryFlag } from '../shared/fields.ts'
import { controllerSetup } from './controller.ts'
import { clearings, loadKinds, operationStatuses, operationTypes, raids } from './kinds.ts'

const MOST_KEYS = 64

const isLine = (text: string) => !/\p{Cc}/u.test(text)
const line = rule`One line, without control characters`
/** As it is typed at a prompt. */
const password = atMost(255)(z.string().min(1).regex(/^[^ ]/)).refine(isLine, line)
const rescuePassword = atMost(255)(z.string())
  .refine((text) => text !== '', rule`must not be empty`)
  .refine(isLine, line)
/** Files of keys end with a line break. */
const sshKey = atMost(8192)(z.string().trim()).refine(
  (text) => /^(ssh-|ecdsa-|sk-)[A-Za-z0-9@.-]+ [A-Za-z0-9+/]+={0,3}( [^\r\n]*)?$/.test(text),
  rule`A public SSH key in one line`,
)

const sshKeys = z
  .array(sshKey)
  .refine((list) => list.length <= MOST_KEYS, rule`at most ${MOST_KEYS} keys`)
  .optional()

export const serverInstall = z.strictObject({
  os_template_id: z.int(),
  password,
  hdd_raid: z.enum(raids).optional(),
  ssh_pub_keys: sshKeys,
  clear_hdd: z.enum(clearings).optional(),
  disk_serials: z
    .array(atMost(255)(z.string()))
    .max(64)
    .optional()
    .describe('Serial numbers or WWNs of the disks that are written'),
})
export type ServerInstall = z.infer<typeof serverInstall>

export const serverDiag = z.strictObject({
  os_template_id: z.int(),
  clear_hdd: z.enum(clearings),
  setup_ipmi: z
    .boolean()
    .optional()
    .describe('Gives the management controller a user of the panel, from inside, and tries it from outside'),
  load: z
    .array(z.enum(loadKinds))
    .max(loadKinds.length)
    .optional()
    .describe('Tests under load; none of them writes to disks'),
})
export type ServerDiag = z.infer<typeof serverDiag>

export const serverRescue = z.strictObject({
  os_template_id: z.int(),
  password: rescuePassword,
  ssh_pub_keys: sshKeys.describe('Who may sign in besides, as root'),
})
export type ServerRescue = z.infer<typeof serverRescue>

export const serverClear = z.strictObject({ clear_hdd: z.enum(clearings) })
export type ServerClear = z.infer<typeof serverClear>

export const operationCancel = z.object({
  restart: queryFlag
    .optional()
    .describe('Restart the server by its controller: a rescue system or an installer that was booted would run on'),
})
export type OperationCancel = z.infer<typeof operationCancel>
export const operationFinish = z.strictObject({ hardware_info: z.looseObject({}).optional() })
export const operationFail = z.strictObject({ reason: atMost(2000)(z.string()).optional() })
export const operationProgress = z.strictObject({
  progress_info: atMost(2000)(z.string().min(1)),
})
export type OperationProgress = z.infer<typeof operationProgress>

const step = z.object({
  name: z.string(),
  words: z.string().nullable(),
  percent: z.int().nullable(),
  started_at: z.string(),
  ended_at: z.string().nullable(),
})

/** An operation, with its steps where one is shown. */
export const operationRecord = z.object({
  id: z.int(),
  type: z.enum(operationTypes),
  status: z.enum(operationStatuses),
  status_info: z.object({ reason: z.string().optional() }),
  auth_id: z.string(),
  os_template: z.int().describe('0: none was chosen'),
  template: z.string().nullable(),
  progress_info: z.string(),
  percent: z.int(),
  server: z.object({ id: z.int(), name: z.string() }),
  clear_hdd: z.enum(clearings),
  hdd_raid: z.enum(raids),
  load: z.array(z.enum(loadKinds)).describe('Tests under load of diagnostics'),
  hardware_report: z.int().nullable().describe('What was found; told to administrators only'),
  certificate: z.int().nullable().describe('Of the disks that it cleared; told to administrators only'),
  setup_ipmi: z.boolean(),
  controller: controllerSetup
    .nullable()
    .describe('How its controller was set up from inside; told to administrators only'),
  consul_id: z.int().nullable().describe('Number of its task'),
  steps: z.array(step),
  created_at: z.string(),
  started_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  mac: z.string().describe('Network card that the server boots by'),
  disks: z.array(z.string()).describe('Serial numbers or WWNs of the disks that may be written'),
  serial: z.string().nullable().describe('Serial number that the server has reported, in this operation where it has'),
  deadline_at: z.string().describe('When it has failed unless its work is done'),
  seen_at: z.string().nullable().describe('Last request of the live system'),
})
export type Operation = z.infer<typeof operationRecord>

/** The steps of such an operation, and how long they take: medians of the last ones that ended well. */
export const operationCourse = z.object({
  operations: z.int().describe('How many it was worked out from, 20 at most'),
  same_platform: z.boolean().describe('Only those on servers of the same platform'),
  steps: z
    .array(
      z.object({ name: z.string(), seconds: z.number().nullable().describe('Null as long as none has ended well') }),
    )
    .describe('Those that most of them had, in their order; without any, those that it goes through'),
})
export type OperationCourse = z.infer<typeof operationCourse>

/** Rules for all operations. */
export const operationSettings = z.strictObject({
  limit_minutes: z
    .int()
    .min(10)
    .max(1440)
    .default(60)
    .describe('Minutes after which an operation has failed; a rescue system that was reached runs until it is ended'),
})
export type OperationSettings = z.infer<typeof operationSettings>
