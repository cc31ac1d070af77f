import type { PacketRule } from './packet-rules.ts'

/** Ports from which systems open connections of their own: answers come back to them, and packets are judged one by one. */
export const ANSWERS = { first: 32_768, last: 65_535 } as const

type Service = { protocols: PacketRule['protocols']; port: number }
const tcp = (port: number): Service => ({ protocols: ['tcp'], port })
const udp = (port: number): Service => ({ protocols: ['udp'], port })
const both = (port: number): Service => ({ protocols: ['tcp', 'udp'], port })

/** What each ready-made set lets in; null: it is about what goes out. */
const services = {
  ssh: [tcp(22)],
  web: [tcp(22), tcp(80), both(443)],
  mail: [tcp(22), tcp(25), tcp(465), tcp(587), tcp(143), tcp(993)],
  dns: [tcp(22), both(53)],
  remote_desktop: [both(3389)],
  no_mail_out: null,
} as const satisfies Record<string, readonly Service[] | null>

export type RuleSetName = keyof typeof services
export const ruleSetNames = Object.keys(services) as RuleSetName[]

/** What the notes of a set's rules are about; the words are the screen's. */
export type RuleSetNotes = Readonly<Record<'answers' | 'dhcp' | 'rest' | 'mail', string>>

const base: PacketRule = {
  action: 'accept',
  direction: 'in',
  protocols: ['any'],
  portstart: null,
  portend: null,
  peers: [],
  group: null,
  rate: null,
  note: '',
  enabled: true,
}

/** Rules of a ready-made set, in their order. A set that lets in only what it names also lets in answers, addresses by DHCP, and ping. */
export function rulesOfSet(name: RuleSetName, notes: RuleSetNotes): PacketRule[] {
  const list: readonly Service[] | null = services[name]
  if (list === null)
    return [
      { ...base, action: 'drop', direction: 'out', protocols: ['tcp'], portstart: 25, portend: 25, note: notes.mail },
    ]
  const open = ({ protocols, port }: Service) => ({
    ...base,
    protocols: [...protocols],
    portstart: port,
    portend: port,
  })
  return [
    ...list.map(open),
    { ...base, protocols: ['icmp'] },
    { ...base, protocols: ['tcp', 'udp'], portstart: ANSWERS.first, portend: ANSWERS.last, note: notes.answers },
    { ...open(udp(68)), note: notes.dhcp },
    { ...base, action: 'drop', note: notes.rest },
  ]
}
