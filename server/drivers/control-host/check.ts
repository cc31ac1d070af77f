import { isIP } from 'node:net'
import { z } from 'zod'
import { deviceRejected } from '../../domain/shared/errors.ts'
import { connectSsh, type SshTarget, type SshTimeouts } from '../../protocols/ssh/connect.ts'
import { SshError } from '../../protocols/ssh/errors.ts'
import { msg } from '../../shared/text.ts'
import { asPanelError } from './messages.ts'

export type { SshTarget }

/** Result of checking a control host: its key, and what a set-up can use; `interfaces_4`: those with an IPv4 address. */
export type ControlHost = { hostKey: string; addresses: string[]; interfaces: string[]; interfaces_4: string[] }

const MAX_LINKS = 1024
const MAX_SHOWN = 64

const links = z
  .array(
    z.object({
      ifname: z.string().regex(/^[\w.:@-]{1,15}$/),
      link_type: z.string(),
      addr_info: z
        .array(z.object({ local: z.string().max(64).optional(), scope: z.string().optional() }))
        .max(256)
        .default([]),
    }),
  )
  .max(MAX_LINKS)

/**
 * Network cards and the addresses that others reach, from the answer of `ip -j addr show` (iproute2).
 * @throws PanelError `device_rejected` for anything that is no such answer
 */
export function parseLinks(text: string): Omit<ControlHost, 'hostKey'> {
  let read: z.infer<typeof links>
  try {
    read = links.parse(JSON.parse(text))
  } catch (cause) {
    throw deviceRejected(msg`The control host returned a list of interfaces that cannot be read`, { cause })
  }
  const cards = read.filter((link) => link.link_type === 'ether')
  const held = (link: (typeof cards)[number]) =>
    link.addr_info.flatMap(({ local, scope }) => (local && scope === 'global' && isIP(local) ? [local] : []))
  const addresses = cards.flatMap(held)
  const names = (of: typeof cards) => of.map((link) => link.ifname).slice(0, MAX_SHOWN)
  return {
    interfaces: names(cards),
    interfaces_4: names(cards.filter((link) => held(link).some((address) => isIP(address) === 4))),
    addresses: [...new Set(addresses)].sort((a, b) => isIP(a) - isIP(b)).slice(0, MAX_SHOWN),
  }
}

/**
 * Signs in to a control host and reads what it is made of. Nothing is changed there.
 * @throws PanelError `device_unreachable` or `device_rejected`, in words that tell the causes apart
 */
export async function checkControlHost(
  target: SshTarget,
  signal: AbortSignal,
  timeouts?: Partial<SshTimeouts>,
): Promise<ControlHost> {
  try {
    const connection = await connectSsh(target, signal, timeouts)
    try {
      const read = { signal, timeoutMs: 10_000, maxOutput: 1 << 20 }
      const system = await connection.exec(['uname', '-s'], read)
      if (system.code !== 0 || system.stdout.trim() !== 'Linux')
        throw deviceRejected(msg`The control host does not run ordinary commands: it must run Linux`)
      const { code, stdout } = await connection.exec(['ip', '-j', 'addr', 'show'], read)
      if (code !== 0) throw deviceRejected(msg`The control host cannot list its interfaces: install iproute2 there`)
      return { hostKey: connection.hostKey, ...parseLinks(stdout) }
    } finally {
      connection.close()
    }
  } catch (fault) {
    if (fault instanceof SshError && !signal.aborted) throw asPanelError(fault)
    throw fault
  }
}
