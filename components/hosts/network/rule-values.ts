import type { PacketRule, PacketRules } from '../../../server/domain/host/packet-rules.ts'
import { optionOf } from '../../form/option-of.ts'

/** Where the other side of a rule is written. */
export const sources = ['peers', 'group'] as const
export const protocols = ['tcp', 'udp', 'both', 'icmp', 'any'] as const
const asList = {
  tcp: ['tcp'],
  udp: ['udp'],
  both: ['tcp', 'udp'],
  icmp: ['icmp'],
  any: ['any'],
} as const satisfies Record<(typeof protocols)[number], PacketRule['protocols']>

/** Addresses and networks of a text, a line or a comma apart. */
export const peersOf = (text: string) => text.split(/[\s,]+/).filter(Boolean)

/** Whether packets of it have ports. */
export const hasPorts = (protocol: (typeof protocols)[number]) =>
  protocol === 'tcp' || protocol === 'udp' || protocol === 'both'

/** What the form of a packet rule begins with. @param groups those that rules of the VM name */
export function valuesOf(rule: PacketRule | undefined, groups: PacketRules['groups']) {
  const named = groups.find(({ id }) => id === rule?.group)
  const found = rule && protocols.find((one) => asList[one].join() === rule.protocols.join())
  return {
    action: rule?.action ?? ('accept' as const),
    direction: rule?.direction ?? ('in' as const),
    protocol: found ?? ('tcp' as const),
    portstart: rule?.portstart ?? null,
    portend: rule?.portend ?? null,
    source: rule && rule.group !== null ? ('group' as const) : ('peers' as const),
    peers: rule?.peers.join('\n') ?? '',
    group: named ? optionOf(named) : null,
    rate: rule?.rate ?? null,
    note: rule?.note ?? '',
    enabled: rule?.enabled ?? true,
  }
}

type Values = Omit<ReturnType<typeof valuesOf>, 'protocol' | 'source'> & {
  protocol: (typeof protocols)[number]
  source: (typeof sources)[number]
}

/** The rule that the form's values say. */
export function ruleOf(values: Values): PacketRule {
  const { action, direction, protocol, portstart, portend, source, peers, group, rate, note, enabled } = values
  const ports = hasPorts(protocol)
  return {
    action,
    direction,
    protocols: [...asList[protocol]],
    portstart: ports ? portstart : null,
    portend: ports ? (portend ?? portstart) : null,
    peers: source === 'peers' ? peersOf(peers) : [],
    group: source === 'group' && group ? Number(group.value) : null,
    rate,
    note: note.trim(),
    enabled,
  }
}
