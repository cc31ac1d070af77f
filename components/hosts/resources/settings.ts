import { type AppliesAt, appliesAt } from '../../../server/domain/host/applies-at.ts'
import type { Host } from '../../../server/domain/host/record.ts'
import { hostResources } from '../../../server/domain/host/resources.ts'
import { possibleCapabilities } from '../../../server/domain/node/capabilities.ts'

/** What can be changed about the size and share of a VM, in the order in which pages show it. */
export const settings = {
  compute: ['cpu_number', 'ram_mib', 'cpu_mode', 'nesting', 'hot_plug'],
  tuning: ['cpu_weight', 'io_weight'],
  limits: [
    'io_read_mbitps',
    'io_write_mbitps',
    'io_read_iops',
    'io_write_iops',
    'net_in_mbitps',
    'net_out_mbitps',
    'tcp_connections_in',
    'tcp_connections_out',
    'process_number',
  ],
} as const
export type Setting = (typeof settings)[keyof typeof settings][number]
export const settingGroups = Object.keys(settings) as (keyof typeof settings)[]

/** Shares and limits, which forms ask for as numbers. */
export const limitFields = [...settings.tuning, ...settings.limits] as const
type LimitField = (typeof limitFields)[number]
const asPicked = Object.fromEntries(limitFields.map((field) => [field, true])) as Record<LimitField, true>
export const limitShapes = hostResources.pick(asPicked).shape

/** Containers run on the processor of their node, have no weights, and grow without being prepared for it. */
const ofVms: readonly Setting[] = ['cpu_mode', 'hot_plug', ...settings.tuning]
/** Processes of a VM are its guest's own. */
const ofContainers: readonly Setting[] = ['process_number']
export const isContainer = ({ cluster }: Pick<Host, 'cluster'>): boolean =>
  !possibleCapabilities(cluster.virtualization_type).includes('screen')

/** Whether a VM has a setting. */
export const hasSetting = (host: Pick<Host, 'cluster'>, field: Setting): boolean =>
  !(isContainer(host) ? ofVms : ofContainers).includes(field)

/** What a VM has at its next start when that is something else than now; undefined when it is the same or not known beside it. */
export const afterwards = (host: Host, field: Setting): number | null | undefined =>
  field === 'cpu_number'
    ? (host.cpu_number_new ?? undefined)
    : field === 'ram_mib'
      ? (host.ram_mib_new ?? undefined)
      : undefined

export const isWaiting = (host: Host, field: Setting): boolean =>
  host.waits_for_start.includes(field) || afterwards(host, field) !== undefined

/** When a change of a field takes effect. Of a VM that is off all do at once: it has them when it starts. */
export const whenOf = (host: Host, field: Setting): AppliesAt =>
  host.state === 'stopped'
    ? 'now'
    : appliesAt(field, { hot_plug: isContainer(host) || (host.hot_plug && !host.waits_for_start.includes('hot_plug')) })
