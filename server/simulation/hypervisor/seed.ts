import { parse } from 'yaml'
import type { SeedFiles } from '../../drivers/hypervisor/volume-types.ts'
import { hashPassword } from './passwords.ts'

/** What a NoCloud seed requests, as far as a simulated guest supports it. No password in clear. */
export type Seed = {
  instance_id: string
  hostname: string
  user: string
  password_hash: string | null
  ssh_keys?: string[]
  networks: Record<string, { addresses: string[]; gateway: string | null }>
}

const record = (value: unknown): Record<string, unknown> =>
  value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {}
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)
const lines = (value: unknown): string[] => (Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [])

function read(files: SeedFiles, name: string): Record<string, unknown> {
  try {
    return record(parse(files[name] ?? '', { maxAliasCount: 0 }))
  } catch {
    return {} // cloud-init, too, goes on with what it can read
  }
}

/** Reads `meta-data`, `user-data` (cloud-config) and `network-config` (version 2), or what Windows reads of a configuration drive. */
export function readSeed(files: SeedFiles): Seed {
  if (DRIVE in files) return readDrive(files)
  const meta = read(files, 'meta-data')
  const user = read(files, 'user-data')
  // Of a guest that keeps its users, or of a new one.
  const known = record(Array.isArray(user.users) ? user.users[0] : undefined)
  const password = text(user.password) ?? text(known.plain_text_passwd)
  const ethernets = Object.values(record(read(files, 'network-config').ethernets)).map(record)
  return {
    instance_id: text(meta['instance-id']) ?? 'none',
    hostname: text(user.hostname) ?? text(meta['local-hostname']) ?? 'localhost',
    user: text(user.user) ?? text(known.name) ?? 'root',
    password_hash: password && hashPassword(password),
    ssh_keys: lines(user.ssh_authorized_keys ?? known.ssh_authorized_keys),
    networks: Object.fromEntries(ethernets.flatMap((nic) => network(nic))),
  }
}

function network(nic: Record<string, unknown>): [string, Seed['networks'][string]][] {
  const mac = text(record(nic.match).macaddress)
  if (!mac) return []
  const addresses = Array.isArray(nic.addresses) ? nic.addresses.filter((a) => typeof a === 'string') : []
  const routes = Array.isArray(nic.routes) ? nic.routes.map(record) : []
  const out = routes.find((route) => route.to === '0.0.0.0/0' || route.to === 'default') ?? routes[0]
  return [[mac.toLowerCase(), { addresses, gateway: text(out?.via) }]]
}

const DRIVE = 'openstack/latest/meta_data.json'

function readDrive(files: SeedFiles): Seed {
  const data = read(files, DRIVE)
  const meta = record(data.meta)
  const password = text(meta.admin_pass) ?? text(data.admin_pass)
  const net = read(files, 'openstack/latest/network_data.json')
  const list = (value: unknown) => (Array.isArray(value) ? value.map(record) : [])
  const networks = list(net.links).flatMap((link): [string, Seed['networks'][string]][] => {
    const mac = text(link.ethernet_mac_address)
    const own = list(net.networks).filter((one) => one.link === link.id && text(one.ip_address))
    const gateway = own.flatMap((one) => list(one.routes)).map((route) => text(route.gateway))[0] ?? null
    const addresses = own.map((one) => `${one.ip_address}/${prefixOf(text(one.netmask) ?? '')}`)
    return mac ? [[mac.toLowerCase(), { addresses, gateway }]] : []
  })
  return {
    instance_id: text(data.uuid) ?? 'none',
    hostname: text(data.hostname) ?? 'localhost',
    user: text(meta.admin_username) ?? 'admin',
    password_hash: password && hashPassword(password),
    ssh_keys: lines(Object.values(record(data.public_keys))),
    networks: Object.fromEntries(networks),
  }
}

/** Length of a network mask, counted in its set bits. */
const prefixOf = (mask: string) =>
  mask
    .split(mask.includes(':') ? ':' : '.')
    .map((part) => Number.parseInt(part || '0', mask.includes(':') ? 16 : 10))
    .reduce((sum, part) => sum + [...part.toString(2)].filter((bit) => bit === '1').length, 0)
