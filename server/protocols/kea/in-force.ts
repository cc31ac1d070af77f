import { basename } from 'node:path'
import { msg, type Text } from '../../shared/text.ts'
import type { KeaConfig } from './client.ts'
import { expandPrefix } from './ranges.ts'
import { subnetsOf } from './subnets.ts'

type Named = Readonly<Record<string, unknown>>

// Keys that decide an answer, each with what Kea takes (and returns) where it is not given (Kea ARM, "The DHCPv4 Server"). Left out are the control
// socket, through which the server was asked, and the log.

const SERVER = {
  'valid-lifetime': 7200,
  'calculate-tee-times': false,
  authoritative: false,
  'match-client-id': true,
  'host-reservation-identifiers': [],
  'reservations-global': false,
  'reservations-in-subnet': true,
  'reservations-out-of-pool': false,
  'early-global-reservations-lookup': false,
  'next-server': '0.0.0.0',
  'boot-file-name': '',
}
const SOCKETS = {
  interfaces: [],
  'dhcp-socket-type': 'raw',
  'service-sockets-max-retries': 0,
  'service-sockets-retry-wait-time': 5000,
}
const LEASES = { type: 'memfile', persist: true, name: '', 'lfc-interval': 3600 }
const CLASS = { name: '', test: '', 'valid-lifetime': 0, 'next-server': '0.0.0.0', 'boot-file-name': '' }
const SUBNET = { id: 0, subnet: '', interface: '', 'next-server': '0.0.0.0', 'boot-file-name': '' }
const RESERVATION = { 'ip-address': '', hostname: '', 'next-server': '0.0.0.0', 'boot-file-name': '' }
const OPTION = { name: '', data: '', 'always-send': false }

const picked = (of: unknown, defaults: Named) =>
  Object.entries(defaults).map(([key, standard]) => (of as Named | undefined)?.[key] ?? standard)
const list = (value: unknown) => (Array.isArray(value) ? (value as Named[]) : [])
const options = (of: Named) => list(of['option-data']).map((one) => picked(one, OPTION))
const byFirst = <T extends unknown[]>(rows: T[]) => rows.sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1))

const reservation = (of: Named) => [
  String(of['hw-address']).toLowerCase(),
  ...picked(of, RESERVATION),
  options(of),
  list(of['client-classes']).map(String).sort(),
]

const subnet = (of: Named, network: string, lifetime: unknown) => [
  ...picked(of, SUBNET),
  network,
  // One that has none of its own has the server's.
  of['valid-lifetime'] ?? lifetime,
  (of.relay as Named | undefined)?.['ip-addresses'] ?? [],
  options(of),
  list(of.pools)
    .map((pool) => [expandPrefix(String(pool.pool)), options(pool)])
    .sort(),
  byFirst(list(of.reservations).map(reservation)),
]

/** All that decides who gets which answer, part by part, spelled alike whether Kea returned it or it was rendered. */
function partsOf({ Dhcp4 }: KeaConfig): [key: string, value: string, name: Text][] {
  const server = [picked(Dhcp4, SERVER), picked(Dhcp4['interfaces-config'], SOCKETS), options(Dhcp4)]
  const files = [picked(Dhcp4['lease-database'], LEASES)]
  const hooks = list(Dhcp4['hooks-libraries']).map(({ library }) => basename(String(library)))
  const classes = list(Dhcp4['client-classes']).map((one) => [...picked(one, CLASS), options(one)])
  const global = byFirst(list(Dhcp4.reservations).map(reservation))
  return [
    ['server', JSON.stringify([server, files, hooks, global]), msg`general settings`],
    ['classes', JSON.stringify(classes), msg`client classes`],
    ...subnetsOf(Dhcp4).map(({ network, ...of }): [string, string, Text] => [
      `subnet ${of.id}`,
      JSON.stringify(subnet(of, network, Dhcp4['valid-lifetime'])),
      msg`network ${String(of.subnet)}`,
    ]),
  ]
}

/**
 * In what a configuration that Kea returned differs from one that was rendered. Kea writes all defaults out, and spells some values anew.
 * @returns names of the parts, empty when none does
 */
export function whatDiffers(running: KeaConfig, wanted: KeaConfig): Text[] {
  const [now, then] = [partsOf(running), partsOf(wanted)]
  const values = new Map(now.map(([key, value]) => [key, value]))
  const keys = new Set(then.map(([key]) => key))
  return [...then.filter(([key, value]) => values.get(key) !== value), ...now.filter(([key]) => !keys.has(key))].map(
    ([, , name]) => name,
  )
}
