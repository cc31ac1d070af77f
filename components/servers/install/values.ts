import { whyNotNetwork, whyNotTemplate, whyTooLittle } from '../../../server/domain/operation/fitting.ts'
import { templateTypesOf } from '../../../server/domain/operation/kinds.ts'
import { limitMinutes } from '../../../server/domain/operation/limit.ts'
import type { InstallPlan, PlanTemplate } from '../../../server/domain/operation/plan.ts'
import type { ServerClear, ServerDiag, ServerInstall, ServerRescue } from '../../../server/domain/operation/schema.ts'
import { namedDisks, whyNotDisks } from '../../../server/domain/operation-plan/disks.ts'
import type { InstallValues } from './rules.ts'
import type { Begun } from './types.ts'

export type PlanDisk = NonNullable<InstallPlan['report']>['disks'][number]

/** Nothing is chosen for anybody that erases something. */
export const defaults: InstallValues = {
  os_template_id: null,
  disk_serials: [],
  hdd_raid: 'no_raid',
  clear_hdd: 'none',
  setup_ipmi: false,
  load: [],
  ssh_pub_keys: null,
  pasted: '',
  password: '',
  password_made: '',
  typed: '',
}

/** Templates of a plan that an operation may use, and what keeps it from others. */
export const templatesFor = (type: Begun, plan: InstallPlan) => {
  const wanted: readonly string[] = templateTypesOf[type]
  return plan.templates
    .filter((one) => wanted.includes(one.type))
    .map((template) => ({
      template,
      misfit:
        whyNotTemplate(type, template, plan.machine) ??
        whyNotNetwork(template, { ...plan.network, addresses: plan.addresses }),
    }))
}

/** The chosen template, or the only one that can be chosen. */
export function templateOf(
  type: Begun,
  plan: InstallPlan,
  values: Pick<InstallValues, 'os_template_id'>,
): PlanTemplate | null {
  const fitting = templatesFor(type, plan).filter(({ misfit }) => !misfit)
  const chosen = fitting.find(({ template }) => template.id === values.os_template_id)
  return chosen?.template ?? (fitting.length === 1 && fitting[0] ? fitting[0].template : null)
}

/** Whether anything on disks is lost. */
export const erasesAny = (type: Begun, values: Pick<InstallValues, 'clear_hdd'>): boolean =>
  type === 'install' || type === 'clear_hdd' || (type === 'diag' && values.clear_hdd !== 'none')

/** How disks are cleared; a wipe does not leave them as they are. */
export function clearingOf(type: Begun, { clear_hdd }: Pick<InstallValues, 'clear_hdd'>): InstallValues['clear_hdd'] {
  if (type === 'rescue') return 'none'
  return type === 'clear_hdd' && clear_hdd === 'none' ? 'simple' : clear_hdd
}

/** Why disks cannot be cleared. Which ones a system is written to is asked by the form itself. */
export const whyNotCleared = (type: Begun, plan: InstallPlan, values: InstallValues, name: string) =>
  whyNotDisks(
    { installs: null, clears: clearingOf(type, values) !== 'none' },
    { name, disks: plan.report?.disks ?? null },
  )

/** Minutes after which it has failed. */
export const limitOf = (type: Begun, plan: InstallPlan, values: InstallValues): number =>
  limitMinutes(plan.limit_minutes, {
    clear_hdd: clearingOf(type, values),
    wiped: erasedBy(type, plan, values) ?? [],
  })

/** What of the last report is written or cleared; null: it is not known which. */
export function erasedBy(type: Begun, plan: InstallPlan, values: InstallValues): readonly PlanDisk[] | null {
  const disks = plan.report?.disks ?? null
  if (type === 'install') return disks?.filter(({ id }) => values.disk_serials.includes(id)) ?? null
  return erasesAny(type, values) ? disks && namedDisks(disks) : []
}

/** Why the machine has too little for the chosen template, by its last report. */
export function littleFor(type: Begun, plan: InstallPlan, values: InstallValues) {
  const template = templateOf(type, plan, values)
  if (!template || type === 'clear_hdd') return undefined
  const chosen = type === 'install' ? (erasedBy(type, plan, values) ?? []) : []
  return whyTooLittle(template, { ram_mib: plan.report?.memory_mib ?? null, hdd_raid: values.hdd_raid, chosen })
}

/** What is typed before something is erased: the serial number, as it was reported or else as the controller tells it, or the name of a server that none is known of. */
export const expectedOf = (plan: InstallPlan, name: string): { text: string; isSerial: boolean } => {
  const serial = plan.report ? plan.report.serial.trim() : plan.serial
  return serial ? { text: serial, isSerial: true } : { text: name, isSerial: false }
}

/** Lines of a field, without blanks around them and without empty ones. */
export const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

const chosenKeys = ({ ssh_pub_keys, pasted }: InstallValues, offered: readonly string[]) => [
  ...new Set([...(ssh_pub_keys ?? offered), ...linesOf(pasted)]),
]

type Bodies = { install: ServerInstall; rescue: ServerRescue; diag: ServerDiag; clear_hdd: ServerClear }

/** The requests. @param keys that are taken when none was ticked or unticked */
export const bodyOf: {
  [Type in Begun]: (values: InstallValues, plan: InstallPlan, keys: readonly string[]) => Bodies[Type]
} = {
  install: (values, plan, keys) => ({
    os_template_id: templateOf('install', plan, values)?.id ?? 0,
    password: values.password,
    hdd_raid: values.hdd_raid,
    ssh_pub_keys: chosenKeys(values, keys),
    clear_hdd: values.clear_hdd,
    ...(plan.report && { disk_serials: values.disk_serials }),
  }),
  rescue: (values, plan, keys) => ({
    os_template_id: templateOf('rescue', plan, values)?.id ?? 0,
    password: values.password,
    ssh_pub_keys: chosenKeys(values, keys),
  }),
  diag: (values, plan) => ({
    os_template_id: templateOf('diag', plan, values)?.id ?? 0,
    clear_hdd: values.clear_hdd,
    ...(values.setup_ipmi && { setup_ipmi: true }),
    ...(values.load.length > 0 && { load: values.load }),
  }),
  clear_hdd: (values) => ({ clear_hdd: clearingOf('clear_hdd', values) }),
}

/** The same as a command for a terminal; the password and the token are left to be filled in. */
export function apiCall(type: Begun, server: number, body: object, origin: string): string {
  const text = JSON.stringify({ ...body, ...('password' in body && { password: 'PASSWORD' }) }).replaceAll("'", "'\\''")
  return `curl -X POST '${origin}/dci/v3/server/${server}/${type}' -H "x-xsrf-token: $TOKEN" -d '${text}'`
}
