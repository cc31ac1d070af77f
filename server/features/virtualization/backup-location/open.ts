import type { backup_location } from '../../../../generated/prisma/client.ts'
import { panelKey } from '../../../auth/panel-key.ts'
import { initStore } from '../../../backup-store/marker.ts'
import { unseal } from '../../../db/secrets.ts'
import type { BackupLocationKind } from '../../../domain/backup-location/kinds.ts'
import { deviceRejected } from '../../../domain/shared/errors.ts'
import { locationDrivers } from '../../../drivers/backup-location/registry.ts'
import type { LocationFiles } from '../../../drivers/backup-location/types.ts'
import { type StoreKeys, storeKeys } from '../../../protocols/chunk-store/keys.ts'
import { msg } from '../../../shared/text.ts'

/** Where secrets of a location are kept. */
export const passwordPlace = (id: number) => ({ table: 'backup_location', id, column: 'password' })
export const rootPlace = (id: number) => ({ table: 'backup_location', id, column: 'root_key' })

/** The root of a location's keys. It opens all backups there. */
export const rootOf = (row: Pick<backup_location, 'id' | 'root_key'>): Buffer =>
  Buffer.from(unseal(row.root_key, rootPlace(row.id)), 'base64')

/** The keys of a location. */
export const keysOf = (row: Pick<backup_location, 'id' | 'root_key' | 'generation'>): StoreKeys =>
  storeKeys(rootOf(row), row.generation)

/**
 * Signs in to a location; the caller closes the connection.
 * @throws PanelError `device_unreachable`, `device_rejected`; StoreError
 */
export async function connectLocation(row: backup_location, signal: AbortSignal): Promise<LocationFiles> {
  const auth = row.password
    ? { password: unseal(row.password, passwordPlace(row.id)) }
    : { privateKey: (await panelKey()).privateKey }
  const { ip, port, login, path, host_key } = row
  const driver = locationDrivers[row.type as BackupLocationKind]
  return driver.connect({ address: ip, port, login, auth, path, hostKey: host_key }, signal)
}

/** Does a piece of work with the files of a location; the connection ends with it. Throws what `connectLocation` throws. */
export async function withLocation<T>(
  row: backup_location,
  signal: AbortSignal,
  work: (files: LocationFiles) => Promise<T>,
): Promise<T> {
  const files = await connectLocation(row, signal)
  try {
    return await work(files)
  } finally {
    files.close()
  }
}

/** What a check of a location found. */
export type Checked = { host_key: string; total_mib: number; free_mib: number; chunk_bytes: number }

/**
 * Signs in to a location, makes its folders, and does once all that a backup does: writes, brings to the disk, renames, reads back, removes.
 * @throws PanelError, StoreError what is wrong, in words
 */
export function checkLocation(row: backup_location, signal: AbortSignal): Promise<Checked> {
  return withLocation(row, signal, async (files) => {
    await files.makeFolder('')
    const wanted = { chunk_bytes: row.chunk_bytes as 1048576 | 4194304, location: row.name.slice(0, 100) }
    const marker = await initStore(files, keysOf(row), wanted)
    await tryFiles(files)
    const { total, free } = await files.space()
    const mib = (bytes: number) => Math.min(2 ** 31 - 1, Math.floor(bytes / 2 ** 20))
    return { host_key: files.hostKey, total_mib: mib(total), free_mib: mib(free), chunk_bytes: marker.chunk_bytes }
  })
}

const probe = { temporary: `tmp/${'0'.repeat(32)}`, path: `tmp/${'0'.repeat(31)}1` }

async function tryFiles(files: LocationFiles): Promise<void> {
  const content = Buffer.from('A file of the check of this backup location')
  await files.remove(probe.temporary)
  await files.write(probe.temporary, probe.path, content)
  await files.syncFolder('tmp')
  const read = await files.read(probe.path, content.length)
  const removed = await files.remove(probe.path)
  if (!read?.equals(content) || !removed)
    throw deviceRejected(msg`The backup location did not return the file that was just written to it`)
}
