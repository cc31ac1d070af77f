import type { Duplex } from 'node:stream'
import { deviceRejected } from '../../../domain/shared/errors.ts'
import { LxdError } from '../../../protocols/lxd/errors.ts'
import { openTerminal } from '../../../protocols/lxd/terminal.ts'
import { msg } from '../../../shared/text.ts'
import { cleanLog } from '../linux/clean-log.ts'
import { base } from '../linux/guest-programs.ts'
import type { LxdLink } from './lxd-link.ts'

const MOST_BYTES = 64 * 1024
/** More than LXD keeps of a console, and of its own log. */
const MOST_LOG = 8 << 20

// A login after the other, as on a serial port. The pause keeps one that fails at once from taking a processor.
const LOGIN = 'while :; do login; sleep 1; done'

/**
 * A login on a terminal of its own: not every image has one on its console, and LXD drops what is typed there while it attaches.
 */
export function openConsole(link: LxdLink, instance: string, signal: AbortSignal): Promise<Duplex> {
  return openTerminal(link.client, instance, {
    command: ['/bin/sh', '-c', LOGIN],
    environment: { ...base, TERM: 'xterm-256color' },
    columns: 80,
    rows: 24,
    signal,
  })
}

/** The end of what a container has written to its console; null when LXD keeps nothing of it. */
export function consoleLog(link: LxdLink, instance: string, signal: AbortSignal): Promise<string | null> {
  return endOf(link, `/instances/${instance}/console`, signal)
}

/** The end of what LXD has logged about a container; '' when there is nothing. */
export async function lxcLog(link: LxdLink, instance: string, signal: AbortSignal): Promise<string> {
  return (await endOf(link, `/instances/${instance}/logs/lxc.log`, signal)) ?? ''
}

async function endOf(link: LxdLink, path: string, signal: AbortSignal): Promise<string | null> {
  try {
    const all = await link.client.raw(path, signal, MOST_LOG)
    return cleanLog(all.subarray(-MOST_BYTES).toString('utf8'))
  } catch (error) {
    if (error instanceof LxdError && [400, 404].includes(error.status)) return null
    // What was never written to has no file.
    if (error instanceof LxdError && /^open .*no such file/.test(error.message)) return ''
    throw error
  }
}

export const noScreen = () => deviceRejected(msg`A container has no screen: use its console`)
