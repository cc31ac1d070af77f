type Subnet = Readonly<Record<string, unknown>>
type Shared = { name?: unknown; subnet4?: unknown }

const list = <T>(value: unknown) => (Array.isArray(value) ? (value as T[]) : [])

/** All subnets of a configuration: `network` is the shared network that one belongs to, or empty. */
export const subnetsOf = (Dhcp4: Readonly<Record<string, unknown>>): (Subnet & { network: string })[] => [
  ...list<Subnet>(Dhcp4.subnet4).map((one) => ({ ...one, network: '' })),
  ...list<Shared>(Dhcp4['shared-networks']).flatMap(({ name, subnet4 }) =>
    list<Subnet>(subnet4).map((one) => ({ ...one, network: String(name) })),
  ),
]
