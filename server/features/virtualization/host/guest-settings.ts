import type { SeedInput } from './seed.ts'

type Interface = SeedInput['interfaces'][number]

/** Host names of guests: what RFC 1123 allows, whatever the name of the VM in the panel. */
export const guestHostname = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^a-z0-9-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 63) || 'vm'

/** Also an interface for which there is no address. */
export const usesDhcp = ({ dhcp, no_ip, addresses }: Interface) => dhcp || (!no_ip && addresses.length === 0)

/** The gateways by which an interface leads to everywhere: one of each family, of the first interface that has one. */
export function gatewaysOf(interfaces: readonly Interface[], at: number): { v4: string | null; v6: string | null } {
  const first = (one: Interface, v6: boolean) =>
    one.addresses.find((a) => a.gateway?.includes(':') === v6)?.gateway ?? null
  const before = interfaces.slice(0, at)
  const own = (v6: boolean) => {
    const led = before.some((one) => first(one, v6) !== null || (!v6 && usesDhcp(one)))
    const one = interfaces[at]
    return one && !led ? first(one, v6) : null
  }
  return { v4: own(false), v6: own(true) }
}
