import type { SshConnection } from '../../protocols/ssh/connection.ts'
import { runWhileAsked } from '../hypervisor/linux/while-asked.ts'

/**
 * Fills a block device with zeros: what others had there before must not be read by its next owner. Disks that can do so by themselves need
 * seconds for it; others are written to in full.
 */
export const fillWithZeros = (ssh: SshConnection, path: string, signal: AbortSignal): Promise<void> =>
  runWhileAsked(ssh, ['blkdiscard', '--zeroout', '--', path], () => {}, signal)
