import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { LibvirtError } from '../../../protocols/libvirt/errors.ts'
import { type Domain, procedures } from '../../../protocols/libvirt/procedures.ts'
import type { LibvirtLink } from './libvirt-link.ts'

const agentPatienceS = 5
/** More than any guest has; its agent's answer is not trusted. */
const most = 8192

/** guest-get-vcpus and guest-get-memory-blocks of the QEMU guest agent. */
const answers = {
  vcpus: z.object({ return: z.array(z.object({ 'logical-id': z.int().min(0), online: z.boolean() })).max(most) }),
  'memory-blocks': z.object({
    return: z.array(z.object({ 'phys-index': z.int().min(0), online: z.boolean() })).max(most),
  }),
}

/** How long a guest may take to notice what was plugged in, and how often it is asked. */
const noticeMs = 10_000
const lookEveryMs = 250

type Guest = { link: LibvirtLink; domain: Domain; signal: AbortSignal }
type What = keyof typeof answers

const ask = ({ link, domain, signal }: Guest, execute: string, rest: object = {}) =>
  link.call(
    procedures.agentCommand,
    { domain, command: JSON.stringify({ execute, ...rest }), timeoutS: agentPatienceS },
    signal,
  )

/** What the guest's agent lists; null when it does not answer, or not so. */
async function listed(guest: Guest, what: What) {
  try {
    const known = answers[what].safeParse(JSON.parse((await ask(guest, `guest-get-${what}`)) ?? 'null'))
    return known.success ? known.data.return : null
  } catch (error) {
    if (error instanceof LibvirtError || error instanceof SyntaxError) return null
    throw error
  }
}

/**
 * Plugs something in and has the guest use it, through its agent. Systems with udev do so by themselves, so a guest whose agent does
 * not answer is left alone.
 * @param plug throws what libvirt refuses
 */
export async function plugIn(guest: Guest, what: What, plug: () => Promise<void>): Promise<void> {
  const before = await listed(guest, what)
  await plug()
  if (!before) return
  const had = before.filter(({ online }) => online).length
  const deadline = Date.now() + noticeMs
  while (Date.now() < deadline) {
    const now = await listed(guest, what)
    if (!now) return
    const off = now.filter(({ online }) => !online)
    if (off.length === 0 && now.length > had) return
    if (off.length > 0) await setOnline(guest, what, off)
    else await delay(lookEveryMs, undefined, { signal: guest.signal })
  }
}

async function setOnline(guest: Guest, what: What, off: readonly object[]) {
  const key = what === 'vcpus' ? 'vcpus' : 'mem-blks'
  try {
    await ask(guest, `guest-set-${what}`, { arguments: { [key]: off.map((one) => ({ ...one, online: true })) } })
  } catch (error) {
    if (!(error instanceof LibvirtError)) throw error
    await delay(lookEveryMs, undefined, { signal: guest.signal })
  }
}
