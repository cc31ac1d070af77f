import type { SavedHost } from '../../../domain/host/metadata.ts'
import { invalidField } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'

type SavedAddress = NonNullable<SavedHost['ipv4']>[number]
type SavedInterface = NonNullable<SavedHost['interfaces']>[number]

/**
 * Interfaces and addresses of saved metadata as a creation takes them: each interface with one address of its own, else by DHCP
 * or without. On the main network the bridge is that of the node on which the new VM will be.
 * @throws PanelError invalid_input with the field that has more than a creation takes
 */
export function networkOf({ interfaces = [], ipv4 = [], ipv6 }: SavedHost) {
  if (ipv6 && !Array.isArray(ipv6) && Object.keys(ipv6).length > 0)
    throw invalidField('ipv6', msg`a list of addresses, each with its interface`)
  const v6 = Array.isArray(ipv6) ? ipv6 : []
  if (interfaces.length > 0) return { custom_interfaces: customInterfaces(interfaces, ipv4, v6) }
  if (ipv4.length > 1)
    throw invalidField('ipv4', msg`one address, unless interfaces are given: others can be added to the new VM`)
  if (v6.length > 0) throw invalidField('ipv6', msg`only with interfaces: IPv6 addresses can be added to the new VM`)
  const [address] = ipv4
  return address === undefined ? {} : { ip_addr: { name: address.ip_addr, ...poolOf(address, 'ip_pool') } }
}

const poolOf = <Name extends string>({ ippool_id }: SavedAddress, name: Name) =>
  (ippool_id == null ? {} : { [name]: ippool_id }) as Partial<Record<Name, number>>

function customInterfaces(interfaces: SavedInterface[], ipv4: SavedAddress[], ipv6: SavedAddress[]) {
  const known = new Set(interfaces.map(({ name }) => name))
  // Addresses that name no interface are those of the first.
  const at = (one: SavedAddress) => one.interface ?? interfaces[0]?.name
  for (const [field, list] of Object.entries({ ipv4, ipv6 }))
    if (list.some((one) => !known.has(at(one))))
      throw invalidField(field, msg`each address is of one of the interfaces`)
  return interfaces.map(({ name, mac, model, bridge, dhcp, is_main_network = true }) => {
    const [v4, v6] = [ipv4, ipv6].map((list) => list.filter((one) => at(one) === name)) as [
      SavedAddress[],
      SavedAddress[],
    ]
    const words = msg`one address for each interface: others can be added to the new VM`
    if (v4.length > 1) throw invalidField('ipv4', words)
    if (v6.length + v4.length > 1) throw invalidField('ipv6', words)
    const [address] = [...v4, ...v6]
    return {
      ...(name !== undefined && { name }),
      ...(mac && { mac }),
      ...(model !== undefined && { model }),
      ...(!is_main_network && bridge && { bridge }),
      is_main_network,
      ...(address ? { ip_name: address.ip_addr, ...poolOf(address, 'ippool') } : dhcp ? { dhcp } : { no_ip: true }),
    }
  })
}
