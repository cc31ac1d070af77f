import { PanelError } from '../../../domain/shared/errors.ts'
import type { Lease } from '../../../protocols/kea/leases.ts'
import type { Text } from '../../../shared/text.ts'
import { diskOfArtefacts } from './artefacts.ts'
import { asBootError } from './errors.ts'
import type { BootHost } from './host.ts'
import { readLeases } from './kea.ts'
import { installedVersions } from './packages.ts'
import { ARTEFACTS } from './places.ts'
import type { Room, Unit } from './types.ts'

/** A file for servers: whole, or as much of it as an attempt has brought. */
export type StoredFile = { sha256: string; bytes: number; part: boolean }

/** What is in the boot services of a control host at this moment. */
export type Inside = {
  versions: Record<Unit, string | null>
  leases: { list: Lease[]; fault: Text | null }
  disk: Room
  files: StoredFile[]
}

/** Of ten thousand files, more than a location takes. */
const LIST_BYTES = 2 << 20

/** Reads all of it, at once. Changes nothing. @throws SshError, PanelError when the host does not answer; leases that cannot be had are said instead */
export async function lookInside(host: BootHost, signal: AbortSignal): Promise<Inside> {
  const [versions, leases, disk, files] = await Promise.all([
    installedVersions(host, signal),
    leasesOrFault(host, signal),
    diskOfArtefacts(host, signal),
    storedFiles(host, signal),
  ])
  return { versions, leases, disk, files }
}

/** A DHCP server that does not run hides neither the disk nor the files. */
async function leasesOrFault(host: BootHost, signal: AbortSignal): Promise<Inside['leases']> {
  try {
    return { list: await readLeases(host, signal), fault: null }
  } catch (fault) {
    const known = asBootError(fault)
    if (signal.aborted || !(known instanceof PanelError)) throw fault
    return { list: [], fault: known.text }
  }
}

async function storedFiles(host: BootHost, signal: AbortSignal): Promise<StoredFile[]> {
  const argv = ['find', ARTEFACTS, '-maxdepth', '1', '-type', 'f', '-printf', '%f %s\\n']
  // Without the folder nothing is there yet.
  const { stdout } = await host.try(argv, { signal, maxOutput: LIST_BYTES })
  return parseStoredFiles(stdout)
}

/** @param text lines of name and bytes; other names are not the panel's, and are left out */
export const parseStoredFiles = (text: string): StoredFile[] =>
  [...text.matchAll(/^([0-9a-f]{64})(\.part)? (\d{1,15})$/gm)].map(([, sha256 = '', part, bytes]) => ({
    sha256,
    bytes: Number(bytes),
    part: part !== undefined,
  }))
