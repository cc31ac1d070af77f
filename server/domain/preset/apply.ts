import type { HostCreate } from '../host/schema.ts'
import type { tuningNumbers } from '../host/tuning.ts'

/** What a VM can take over from a preset. */
export type PresetGives = Partial<
  Pick<
    HostCreate,
    | 'cpu_number'
    | 'ram_mib'
    | 'hdd_mib'
    | 'disks'
    | 'cpu_mode'
    | 'cpu_custom_model'
    | 'nesting'
    | 'anti_spoofing'
    | 'firewall_rules'
    | 'spice_enabled'
    | 'spice_additional_enabled'
    | 'hot_plug'
    | 'live_resize'
    | 'snapshot_ram'
    | 'snapshots_allowed'
    | 'snapshot_limit'
    | (typeof tuningNumbers)[number]
  >
>

/** Null, an empty text and an empty list ask for nothing of their own. */
const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

const given = <Values extends object>(values: Values): Partial<Values> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value))) as Partial<Values>

/**
 * What is asked for over what stands already: values of the request count, empty ones leave what stands. Some belong together: a size
 * or list of disks replaces both, a CPU mode also the model.
 */
export function laidOver<Values extends Partial<HostCreate>>(
  asked: Values,
  standing: PresetGives,
): PresetGives & Values {
  const own: Partial<Values> = given(asked)
  return { ...asked, ...given(leftOf(standing, own)), ...own }
}

/** What a preset gives after a change: every value of the change counts, empty ones clear what stood. */
export const changedBy = (change: PresetGives, standing: PresetGives): PresetGives => ({
  ...leftOf(standing, change),
  ...change,
})

function leftOf(standing: PresetGives, asked: PresetGives): PresetGives {
  const left = { ...standing }
  if (asked.disks !== undefined || asked.hdd_mib !== undefined) {
    delete left.disks
    delete left.hdd_mib
  }
  if (asked.cpu_mode !== undefined) delete left.cpu_custom_model
  return left
}
