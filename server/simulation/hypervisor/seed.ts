import { parse } from 'yaml'
import type { SeedFiles } from '../../drivers/hypervisor/types.ts'
import { hashPassword } from './passwords.ts'

/** What a NoCloud seed requests, as far as a simulated guest supports it. No password in clear. */
export type Seed = {
  instance_id: string
  hostname: string
  user: string
  password_hash: string | null
  networks: Record<string, { addresses: string[]; gateway: string | null }>
}

const record = (value: unknown): Record<string, unknown> =>
  value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {}
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

function read(files: SeedFiles, name: string): Record<string, unknown> {
  try {
    return record(parse(files[name] ?? '', { maxAliasCount: 0 }))
  } catch {
    return {} // cloud-init, too, goes on with what it can read
  }
}

/** Reads `meta-data`, `user-data` (cloud-config) and `network-config` (version 2). */
export function readSeed(files: SeedFiles): Seed {
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
