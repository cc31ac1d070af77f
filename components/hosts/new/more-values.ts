import type { NewHost } from './rules.ts'
import type { HostCreateBody } from './values.ts'

type Body<Field extends keyof HostCreateBody> = Pick<HostCreateBody, Field>

/** Where the form keeps what a script asks for: no number, which paths of forms take for a place in a list. */
export const valuesKey = (recipe: string) => `of_${recipe}`

/** Choice of a further disk: the storage of the first one. */
export const WITH_FIRST = 'first'

/** Size and disks by hand; disks ask for tags of their storage, except those that name another one. */
export function sizeBody(v: NewHost, tags: number[]): Body<'cpu_number' | 'ram_mib' | 'hdd_mib' | 'disks'> {
  const { cpu_number, ram_mib, hdd_mib } = v
  if (tags.length === 0 && v.disks.length === 0) return { cpu_number, ram_mib, hdd_mib }
  const asked = tags.length > 0 && { tags }
  const further = v.disks.map(({ size_mib, expand_part, storage = WITH_FIRST }, at) => ({
    size_mib,
    boot_order: at + 2,
    ...(expand_part.trim() && { expand_part: expand_part.trim() }),
    ...(storage === WITH_FIRST ? asked : { storage: Number(storage) }),
  }))
  return {
    cpu_number,
    ram_mib,
    disks: [{ size_mib: hdd_mib, boot_order: 1, ...asked }, ...further],
  }
}

/** What differs from what a VM has anyway. */
export const settingsBody = (
  v: NewHost,
): Body<'domain' | 'expand_part' | 'snapshots_allowed' | 'snapshot_limit' | 'spice_additional_enabled'> => ({
  ...(v.domain && { domain: v.domain }),
  ...(v.expand_part && { expand_part: v.expand_part }),
  ...(!v.snapshots_allowed && { snapshots_allowed: false }),
  ...(v.snapshots_allowed && v.snapshot_limit !== null && { snapshot_limit: v.snapshot_limit }),
  ...(v.spice_enabled && v.spice_additional_enabled && { spice_additional_enabled: true }),
})

/** Scripts with the values that were given. */
export const scriptsBody = (v: NewHost): Body<'recipe_list' | 'ignore_recipe_filters'> =>
  v.recipe_list.length === 0
    ? {}
    : {
        recipe_list: v.recipe_list.map(({ value }) => ({
          recipe: Number(value),
          recipe_params: Object.entries(v.values[valuesKey(value)] ?? {}).flatMap(([name, given]) =>
            given ? [{ name, value: given }] : [],
          ),
        })),
        ...(v.ignore_recipe_filters && { ignore_recipe_filters: true }),
      }

/** The first interface gets what the VM as a whole asks for. */
export const interfacesBody = (v: NewHost): Body<'custom_interfaces'> =>
  v.custom_interfaces.length === 0
    ? {}
    : {
        custom_interfaces: [
          { is_main_network: true, ...(v.addressing === 'none' ? { dhcp: true } : { ip_count: 0 }) },
          ...v.custom_interfaces.map(({ network, model, how, count }) => ({
            is_main_network: network === 'main',
            model,
            ...(how === 'addresses' ? { ip_count: count } : how === 'dhcp' ? { dhcp: true } : { no_ip: true }),
          })),
        ],
      }

/** Without ports: of all. */
export const rulesBody = ({ firewall_rules }: NewHost): Body<'firewall_rules'> =>
  firewall_rules.length === 0
    ? {}
    : {
        firewall_rules: firewall_rules.map(({ direction, protocol, portstart, portend }) => ({
          action: 'drop',
          direction,
          protocols: protocol === 'both' ? ['tcp', 'udp'] : [protocol],
          portstart: portstart ?? 1,
          portend: portend ?? portstart ?? 65_535,
        })),
      }
