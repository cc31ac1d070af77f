import { deviceRejected } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'

/** Oldest releases with a libvirt and QEMU new enough; by `ID` of os-release. */
const known: Record<string, { name: string; atLeast: number }> = {
  debian: { name: 'Debian', atLeast: 11 },
  ubuntu: { name: 'Ubuntu', atLeast: 22.04 },
  almalinux: { name: 'AlmaLinux', atLeast: 9 },
  rocky: { name: 'Rocky Linux', atLeast: 9 },
  rhel: { name: 'Red Hat Enterprise Linux', atLeast: 9 },
  centos: { name: 'CentOS Stream', atLeast: 9 },
  ol: { name: 'Oracle Linux', atLeast: 9 },
}

/** For people: every system a node may have. */
export const supported = Object.values(known)
  .map(({ name, atLeast }) => `${name} ${atLeast}`)
  .join(', ')

/** Fields of an os-release file (os-release(5)): shell-like assignments, read as data. */
export function parseOsRelease(text: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (const line of text.slice(0, 64 * 1024).split('\n')) {
    const match = /^([A-Z][A-Z0-9_]{0,63})=(.*)$/.exec(line.trim())
    if (!match?.[1] || match[2] === undefined) continue
    const quoted = /^(["'])(.*)\1$/.exec(match[2])
    const value = quoted?.[1] === "'" ? quoted[2]! : (quoted?.[2] ?? match[2]).replace(/\\([\\"$`'])/g, '$1')
    fields.set(match[1], cleanMessage(value))
  }
  return fields
}

const UNKNOWN = 'An unknown operating system'

/**
 *
 * Name of the operating system, if it is supported; `machine` is the output of `uname -m`.
 * @throws PanelError device_rejected
 */
export function acceptOs(osRelease: string, machine: string): string {
  const fields = parseOsRelease(osRelease)
  const name = fields.get('PRETTY_NAME') || fields.get('NAME') || UNKNOWN
  const rule = Object.hasOwn(known, fields.get('ID') ?? '') ? known[fields.get('ID') ?? ''] : undefined
  if (!rule)
    throw deviceRejected(
      msg`${name === UNKNOWN ? msg`An unknown operating system` : name} is not supported on nodes: use one of ${supported}, or newer`,
    )
  const version = Number.parseFloat(fields.get('VERSION_ID') ?? '')
  // Testing and unstable have no number, and are newer than any.
  if (version < rule.atLeast)
    throw deviceRejected(msg`${name} is too old: ${rule.name} ${rule.atLeast} or newer is needed`)
  if (machine !== 'x86_64')
    throw deviceRejected(msg`Nodes must have an x86_64 processor; this one is ${cleanMessage(machine)}`)
  return name
}
