import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { cleanLog } from '../linux/clean-log.ts'
import { failed } from '../linux/failed.ts'
import { nodePath } from '../linux/paths.ts'

const FOLDER = '/var/log/libvirt/qemu'
const MOST_BYTES = 64 * 1024
/** Older parts of a file that virtlogd has rotated: 3 unless its configuration says otherwise. */
const ROTATED = 9

const logPath = (name: string, ending: string) => `${FOLDER}/${name.replaceAll('/', '_')}${ending}`

/**
 * Where the node keeps what a guest writes to its serial port. In libvirt's own folder, because there SELinux lets virtlogd write;
 * virtlogd bounds the file by rotating it (2 MiB and three older parts by default).
 */
export const consoleLogPath = (name: string): string => logPath(name, '.serial0.log')

/** The end of what QEMU has written about a domain, without control characters; '' when there is nothing. */
export async function hypervisorLog(ssh: SshConnection, name: string, signal: AbortSignal): Promise<string> {
  return cleanLog((await endOf(ssh, logPath(name, '.log'), signal)) ?? '')
}

/** The end of what a guest has written to its serial port, without control characters; null when the node keeps no log of it. */
export async function consoleLog(ssh: SshConnection, name: string, signal: AbortSignal): Promise<string | null> {
  const path = consoleLogPath(name)
  const newest = await endOf(ssh, path, signal)
  if (newest === null) return null
  // Right after a rotation nearly everything is in the file before.
  const before = newest.length < MOST_BYTES ? ((await endOf(ssh, `${path}.0`, signal)) ?? '') : ''
  return cleanLog(`${before}${newest}`.slice(-MOST_BYTES))
}

/** Makes libvirt's folder of logs, which some packages leave to the first start: a domain with a log does not start without it. */
export async function ensureLogFolder(ssh: SshConnection, signal: AbortSignal): Promise<void> {
  const made = await ssh.exec(['mkdir', '-p', '-m', '0700', '--', FOLDER], { signal })
  if (made.code !== 0) throw failed('mkdir', made)
}

/** Removes what a guest wrote: it belongs to the owner of the VM, and goes with it. */
export async function removeConsoleLog(ssh: SshConnection, name: string, signal: AbortSignal): Promise<void> {
  const path = consoleLogPath(name)
  const older = Array.from({ length: ROTATED }, (_, at) => `${path}.${at}`)
  const removed = await ssh.exec(['rm', '-f', '--', ...[path, ...older].map(nodePath)], { signal })
  if (removed.code !== 0) throw failed('rm', removed)
}

async function endOf(ssh: SshConnection, path: string, signal: AbortSignal): Promise<string | null> {
  const argv = ['tail', '-c', String(MOST_BYTES), '--', nodePath(path)]
  const read = await ssh.exec(argv, { signal, maxOutput: 2 * MOST_BYTES })
  return read.code === 0 ? read.stdout : null
}
