import { z } from 'zod'
import { deviceRejected } from '../../../domain/shared/errors.ts'
import { connectSsh, type SshTarget } from '../../../protocols/ssh/connect.ts'
import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { msg } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'
import { parseOsRelease } from '../../hypervisor/linux/os-release.ts'
import { asBootError } from './errors.ts'
import { BootHost } from './host.ts'
import type { BootFacts, FoundInterface } from './types.ts'

const links = z
  .array(
    z.object({
      ifname: z.string().regex(/^[\w.:@-]{1,15}$/),
      link_type: z.string(),
      address: z.string().max(64).default(''),
      flags: z.array(z.string().max(32)).max(64).default([]),
      addr_info: z
        .array(z.object({ family: z.string(), local: z.string().max(64).optional(), prefixlen: z.number().int() }))
        .max(1024)
        .default([]),
    }),
  )
  .max(4096)

/** Network cards with their IPv4 addresses, from `ip -j addr show` (iproute2). @throws PanelError `device_rejected` for anything else */
export function parseBootInterfaces(text: string): FoundInterface[] {
  let read: z.infer<typeof links>
  try {
    read = links.parse(JSON.parse(text))
  } catch (cause) {
    throw deviceRejected(msg`The control host returned a list of interfaces that cannot be read`, { cause })
  }
  return read
    .filter(({ link_type }) => link_type === 'ether')
    .map(({ ifname, address, flags, addr_info }) => ({
      name: ifname.replace(/@.*$/, ''),
      mac: cleanMessage(address),
      link: flags.includes('LOWER_UP'),
      addresses: addr_info.flatMap(({ family, local, prefixlen }) =>
        family === 'inet' && local && z.ipv4().safeParse(local).success ? [`${local}/${prefixlen}`] : [],
      ),
    }))
}

/** The same of a host as it is now. @throws SshError */
export const readInterfaces = async (ssh: SshConnection, signal: AbortSignal): Promise<FoundInterface[]> =>
  parseBootInterfaces((await ssh.exec(['ip', '-j', 'addr', 'show'], { signal, timeoutMs: 10_000 })).stdout.trim())

/** @throws PanelError for a system whose packages the panel does not know */
export function acceptBootOs(osRelease: string): string {
  const fields = parseOsRelease(osRelease)
  const ids = [fields.get('ID'), ...(fields.get('ID_LIKE') ?? '').split(' ')]
  const name = fields.get('PRETTY_NAME') ?? fields.get('NAME') ?? ''
  if (ids.includes('debian') || ids.includes('ubuntu')) return name
  throw deviceRejected(
    msg`The boot services need Debian or Ubuntu on the control host, and it runs ${name || msg`an unknown system`}: what answers its servers can be run in containers by hand, from the Compose file of the location`,
  )
}

/**
 * Signs in to nothing and changes nothing: reads what a set-up needs to know.
 * @throws PanelError when the account does not become root, or for a system of another kind
 */
export async function findBootHost(ssh: SshConnection, signal: AbortSignal): Promise<BootHost> {
  const say = async (argv: string[]) => (await ssh.exec(argv, { signal, timeoutMs: 10_000 })).stdout.trim()
  const does = async (argv: string[]) => (await ssh.exec(argv, { signal, timeoutMs: 10_000 })).code === 0
  const [user, os] = [await say(['id', '-un']), acceptBootOs(await say(['cat', '/etc/os-release']))]
  const sudo = (await say(['id', '-u'])) !== '0'
  if (sudo && !(await does(['sudo', '-n', 'true'])))
    throw deviceRejected(
      msg`The panel must sign in to the control host as root, or as a user that may use sudo without a password`,
    )
  const free = await say(['df', '-B1', '--output=avail', '/var/lib'])
  const facts: BootFacts = {
    user: cleanMessage(user),
    sudo,
    os_name: os,
    systemd: await does(['test', '-d', '/run/systemd/system']),
    multiarch: /^[a-z0-9_-]+$/.exec(await say(['sh', '-c', MULTIARCH]))?.[0] ?? 'x86_64-linux-gnu',
    interfaces: await readInterfaces(ssh, signal),
    free_bytes: Number(/(\d+)\s*$/.exec(free)?.[1] ?? 0),
  }
  return new BootHost(ssh, facts)
}

/** Prints the folders in which libraries of the processor are. */
export const MULTIARCH =
  'cd /usr/lib && for name in *-linux-gnu; do [ -d "$name/perl-base" ] || [ -e "$name/libc.so.6" ] || continue; echo "$name"; break; done'

/** Runs `use` on a connection of its own. @throws PanelError in words that tell the causes apart */
export async function onBootHost<T>(
  target: SshTarget,
  signal: AbortSignal,
  use: (host: BootHost) => Promise<T>,
): Promise<T> {
  try {
    const ssh = await connectSsh(target, signal)
    try {
      return await use(await findBootHost(ssh, signal))
    } finally {
      ssh.close()
    }
  } catch (fault) {
    throw signal.aborted ? fault : asBootError(fault)
  }
}
