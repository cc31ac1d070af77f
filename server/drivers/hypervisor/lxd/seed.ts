import { isIPv4, isIPv6 } from 'node:net'
import { parse } from 'yaml'
import { z } from 'zod'
import { invalidInput } from '../../../domain/shared/errors.ts'
import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { msg } from '../../../shared/text.ts'
import { nodePath } from '../linux/paths.ts'
import type { SeedFiles } from '../volume-types.ts'

const MOST_BYTES = 1 << 20

/** It becomes a line of configuration. */
const hostname = z.string().regex(/^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,62})$/)
const userData = z.object({
  hostname: hostname.optional(),
  user: z.string().optional(),
  password: z.string().optional(),
  ssh_authorized_keys: z.array(z.string()).default([]),
  users: z
    .array(
      z.object({
        name: z.string(),
        plain_text_passwd: z.string().optional(),
        ssh_authorized_keys: z.array(z.string()).default([]),
      }),
    )
    .default([]),
  ssh_deletekeys: z.boolean().default(false),
  runcmd: z.array(z.array(z.string())).default([]),
})
const metaData = z.object({ 'instance-id': z.string(), 'local-hostname': hostname.optional() })
const ethernet = z.object({
  match: z.object({ macaddress: z.string() }).optional(),
  dhcp4: z.boolean().optional(),
  addresses: z.array(z.string()).default([]),
  routes: z.array(z.object({ to: z.string(), via: z.string() })).default([]),
  nameservers: z.object({ addresses: z.array(z.string()).default([]) }).optional(),
})
const networkConfig = z.object({ ethernets: z.record(z.string(), ethernet).default({}) })

/** What a seed says to a guest, for one that has no cloud-init to read it. */
export type SeedWords = {
  /** Changes when all of it is to be applied anew. */
  instance_id: string
  hostname: string | null
  user: string
  password: string | null
  ssh_keys: string[]
  /** It is a copy of another guest and gets host keys of its own. */
  new_host_keys: boolean
  /** Programs with their arguments, run once. */
  commands: string[][]
  dns_servers: string[]
  /** By MAC in lower case. */
  interfaces: Map<string, { dhcp: boolean; addresses: string[]; gateways: string[] }>
}

/**
 * Keeps a seed on the node until the container is defined with it: as data, because LXD takes it by its API and not as a CD-ROM.
 * Readable by its owner only.
 */
export async function writeSeed(
  ssh: SshConnection,
  path: string,
  files: SeedFiles,
  signal: AbortSignal,
): Promise<void> {
  nodePath(path)
  await ssh.sftp(signal, (session) => session.writeFile(path, Buffer.from(JSON.stringify(files)), 0o600))
}

/** The seed at a path; null when there is none. */
export async function readSeed(ssh: SshConnection, path: string, signal: AbortSignal): Promise<SeedFiles | null> {
  nodePath(path)
  const text = await ssh.sftp(signal, async (session) =>
    (await session.stat(path)) ? (await session.read(path, MOST_BYTES)).toString('utf8') : null,
  )
  return text === null ? null : z.record(z.string(), z.string()).parse(JSON.parse(text))
}

/** Reads the three files of a seed. @throws PanelError invalid_input for addresses that are none */
export function seedWords(files: SeedFiles): SeedWords {
  const user = userData.parse(parse(files['user-data'] ?? '') ?? {})
  const meta = metaData.parse(parse(files['meta-data'] ?? ''))
  const network = networkConfig.parse(parse(files['network-config'] ?? '') ?? {})
  const ethernets = Object.values(network.ethernets)
  const interfaces = ethernets.flatMap(({ match, dhcp4 = false, addresses, routes }) =>
    match
      ? [
          [
            match.macaddress.toLowerCase(),
            {
              dhcp: dhcp4,
              addresses: addresses.map(withPrefix),
              gateways: routes
                .filter(({ to }) => /^(default|0\.0\.0\.0\/0|::\/0)$/.test(to))
                .map(({ via }) => address(via)),
            },
          ] as const,
        ]
      : [],
  )
  // A guest that keeps its users has one named here instead.
  const [kept] = user.users
  return {
    instance_id: meta['instance-id'],
    hostname: user.hostname ?? meta['local-hostname'] ?? null,
    user: user.user ?? kept?.name ?? 'root',
    password: user.password ?? kept?.plain_text_passwd ?? null,
    ssh_keys: [...user.ssh_authorized_keys, ...(kept?.ssh_authorized_keys ?? [])],
    new_host_keys: user.ssh_deletekeys,
    commands: user.runcmd,
    dns_servers: [...new Set(ethernets.flatMap(({ nameservers }) => nameservers?.addresses ?? []))].map(address),
    interfaces: new Map(interfaces),
  }
}

function address(text: string): string {
  if (isIPv4(text) || isIPv6(text)) return text
  throw invalidInput(msg`One of the addresses is not valid`, text.slice(0, 100))
}

function withPrefix(text: string): string {
  const [, host = '', prefix = ''] = /^(.+)\/(\d{1,3})$/.exec(text) ?? []
  return `${address(host)}/${Number(prefix)}`
}
