import { conditionAhead, rescueAhead, type WhyNotHost, whyNotHost } from '../../server/domain/host/allowed.ts'
import type { Host } from '../../server/domain/host/record.ts'
import { type HostAction, hostRule } from '../../server/domain/host/rules.ts'
import { type Capability, possibleCapabilities } from '../../server/domain/node/capabilities.ts'
import type { Ability } from '../../server/domain/shared/abilities.ts'

/** What a person can ask for: groups of a menu, in its order. */
const groups = [
  ['console', 'start', 'stop', 'restart', 'retry'],
  [
    'edit',
    'resources',
    'password',
    'vncPassword',
    'spice',
    'repairAgent',
    'script',
    'clone',
    'image',
    'rescue',
    'rescueOff',
    'isoMount',
    'isoEject',
    'reinstall',
    'owner',
    'protect',
    'protectFully',
  ],
  ['reset', 'powerOff', 'delete'],
] as const
export const hostCommands = groups.flat()
export type HostCommand = (typeof groups)[number][number]

/** Which group of a menu a command stands in. */
export const groupOf = (command: HostCommand) => groups.findIndex((group) => group.some((one) => one === command))

/** Which rule decides. */
const ruleOf = {
  console: 'console',
  start: 'start',
  stop: 'stop',
  restart: 'restart',
  retry: 'retry',
  edit: 'edit',
  resources: 'resources',
  password: 'password',
  vncPassword: 'vnc_password',
  spice: 'spice',
  repairAgent: 'guest_agent',
  script: 'recipe',
  clone: 'clone',
  image: 'image',
  rescue: 'rescue_on',
  rescueOff: 'rescue_off',
  isoMount: 'iso_mount',
  isoEject: 'iso_eject',
  reinstall: 'reinstall',
  owner: 'account',
  protect: 'edit',
  protectFully: 'edit',
  reset: 'force_restart',
  powerOff: 'force_off',
  delete: 'delete',
} as const satisfies Record<HostCommand, HostAction>

/** Commands that not every role has. */
const abilityOf: Partial<Record<HostCommand, Ability>> = {
  owner: 'admin',
  clone: 'create_host',
  delete: 'delete_host',
}

/** Whether a role has the command at all; otherwise menus and the palette leave it out. */
export const offered = (command: HostCommand, may: (ability: Ability) => boolean) => may(abilityOf[command] ?? 'user')

export type RuledHost = Pick<
  Host,
  'state' | 'is_built' | 'is_protected' | 'extended_protection' | 'rescue_mode' | 'queue' | 'account'
> & { iso?: Host['iso']; cluster?: Pick<Host['cluster'], 'virtualization_type'> }

/** The action of the server behind a command; a VM whose node is away can only be forgotten. */
export const actionOf = (command: HostCommand, host: RuledHost): HostAction =>
  command === 'delete' && conditionAhead(host) === 'unknown' ? 'forget' : ruleOf[command]

/** Why a command is not possible, or undefined: the answer that the server would give. */
export const hostRejection = (
  command: HostCommand,
  host: RuledHost,
  asker: { isAdmin: boolean },
): (WhyNotHost & { action: HostAction }) | undefined => {
  const action = actionOf(command, host)
  const why = whyNotHost(action, host, asker)
  return why && { ...why, action }
}

/** What has no sense on a VM as it is, so that menus leave it out: restarting what is off, creating what is there. */
export function isOffered(command: HostCommand, host: RuledHost): boolean {
  const ahead = conditionAhead(host)
  if (command === 'restart' || command === 'reset') return ahead !== 'stopped'
  if (command === 'retry') return ahead === 'unmade'
  if (command === 'rescue' || command === 'rescueOff') return rescueAhead(host) === (command === 'rescueOff')
  if (command === 'isoMount') return !host.iso && hasDrive(host)
  if (command === 'image') return hasImages(host)
  if (command === 'isoEject') return Boolean(host.iso && !host.iso.leaving)
  return true
}

/** What a command needs of the node that not every type of virtualization has. */
const needed: Partial<Record<HostCommand, Capability>> = {
  rescue: 'rescue',
  vncPassword: 'screen',
  spice: 'screen',
  repairAgent: 'guest_agent',
}

/** What nodes of this type lack for a command; undefined: nothing. */
export function lackingFor(command: HostCommand, { cluster }: RuledHost): Capability | undefined {
  const need = needed[command]
  return need && cluster && !possibleCapabilities(cluster.virtualization_type).includes(need) ? need : undefined
}

const hasImages = ({ cluster }: RuledHost) =>
  cluster === undefined || possibleCapabilities(cluster.virtualization_type).includes('vm_image')

const hasDrive = ({ cluster }: RuledHost) =>
  cluster === undefined || possibleCapabilities(cluster.virtualization_type).includes('iso')

/** The entry in the queue that a command makes, so that the page shows it before the server has answered. */
export function queuedBy(command: HostCommand, host: RuledHost): Host['queue'] {
  const { task, leaves, leavesRescue } = hostRule(actionOf(command, host))
  if (task === undefined) return host.queue
  const rescue = leavesRescue ?? host.queue.at(-1)?.rescue
  return [
    ...host.queue,
    {
      task: 0,
      action: task,
      leaves: leaves ?? (conditionAhead(host) as 'active'),
      ...(rescue !== undefined && { rescue }),
    },
  ]
}
