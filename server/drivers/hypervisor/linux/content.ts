import { refused } from '../../../domain/shared/errors.ts'
import { contentFault, HEAD_BYTES, type Holds } from '../../../protocols/image-content/content.ts'
import { encrypted, refersElsewhere } from '../../../protocols/image-content/qcow2.ts'
import type { ExecResult, SshConnection } from '../../../protocols/ssh/connection.ts'
import { SshError } from '../../../protocols/ssh/errors.ts'
import { listingFault } from '../../../protocols/tar-layout/listing.ts'
import { msg } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'
import { inspectImage } from '../kvm/volumes.ts'
import { failed } from './failed.ts'

/** What a program may take that opens a file of others: a crafted one can make it use much memory and time. */
const MEMORY = 1 << 30
/** Slowest node that is waited for. */
const readBytesPerS = 20 << 20
const MOST_SAID = 1 << 20
/** Names of some 300 000 files. */
const MOST_LISTED = 32 << 20

/**
 * Looks at a file of the node whether it may be used as what it should be: first at its beginning, then with the program that will open it.
 * @throws PanelError refused in words
 */
export async function requireContent(
  ssh: SshConnection,
  { path, size }: { path: string; size: number },
  holds: Holds,
  signal: AbortSignal,
): Promise<void> {
  const head = await ssh.sftp(signal, (files) => files.read(path, HEAD_BYTES))
  const fault = contentFault(head, size, holds)
  if (fault) throw refused(fault)
  if (holds.kind === 'archive') await requireInside(ssh, path, size, holds.size_mib, signal)
  if (holds.kind === 'disk' && holds.format === 'qcow2') await requireWhole(ssh, path, size, signal)
}

/** It is what it is: bringing it once more changes nothing. */

/** Runs a program that opens a file of others, within limits. */
function limited(ssh: SshConnection, words: string[], size: number, maxOutput: number, signal: AbortSignal) {
  const seconds = 60 + Math.ceil(size / readBytesPerS)
  const limits = ['prlimit', `--as=${MEMORY}`, `--cpu=${seconds}`]
  const options = { signal, timeoutMs: seconds * 1000, maxOutput, encoding: 'latin1' } as const
  return ssh.exec([...limits, ...words], options)
}

/** Content that its tables name and the file does not have reads as zeros, without an error: QEMU says so only when it is asked. */
async function requireWhole(ssh: SshConnection, path: string, size: number, signal: AbortSignal): Promise<void> {
  const info = await inspectImage(ssh, path, 'qcow2', signal)
  const details = info['format-specific']?.data
  if (info['backing-filename'] !== undefined || details?.['data-file'] !== undefined) throw refused(refersElsewhere())
  if (details?.encrypt !== undefined) throw refused(encrypted())
  const damaged = refused(msg`The image is damaged or incomplete: content that it should have is not in the file`)
  let checked: ExecResult
  try {
    checked = await limited(ssh, ['qemu-img', 'check', '-q', '-U', '-f', 'qcow2', path], size, MOST_SAID, signal)
  } catch (error) {
    // A line for each fault.
    throw error instanceof SshError && error.kind === 'too_much_output' ? damaged : error
  }
  // qemu-img(1): 2 are faults, 3 is room that is lost.
  if (checked.code === 2) throw damaged
  if (checked.code !== 0 && checked.code !== 3) throw failed('qemu-img', checked)
}

/** Names and sizes of what is in an archive, as tar has them, before LXD unpacks it as root. */
async function requireInside(ssh: SshConnection, path: string, size: number, most: number, signal: AbortSignal) {
  const words = [
    'tar',
    '--list',
    '--verbose',
    '--numeric-owner',
    '--absolute-names',
    '--quoting-style=escape',
    '--file',
    path,
  ]
  const listed = await limited(ssh, words, size, MOST_LISTED, signal)
  // tar(1): what was read is no archive, or ends too early.
  if (listed.code === 2) throw refused(msg`The archive cannot be read: ${cleanMessage(listed.stderr)}`)
  if (listed.code !== 0) throw failed('tar', listed)
  const fault = listingFault(listed.stdout, most)
  if (fault) throw refused(fault)
}
