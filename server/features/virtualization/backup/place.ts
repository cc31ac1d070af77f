import { z } from 'zod'
import type { backup_copy } from '../../../../generated/prisma/client.ts'
import { openStore, type Store } from '../../../backup-store/store.ts'
import { db } from '../../../db/pool.ts'
import { deviceRejected, notFound } from '../../../domain/shared/errors.ts'
import type { LocationFiles } from '../../../drivers/backup-location/types.ts'
import { StoreError } from '../../../protocols/chunk-store/errors.ts'
import type { StoreKeys } from '../../../protocols/chunk-store/keys.ts'
import { msg } from '../../../shared/text.ts'
import { connectLocation, keysOf } from '../backup-location/open.ts'
import { connectNodeStore } from './node-store.ts'
import { quotaOf } from './quota.ts'

/** Where backups lie: a backup location, or the store on a node. Exactly one is set. */
export const placeShape = z.object({ location_id: z.int().nullable(), node_id: z.int().nullable() })
export type Place = z.infer<typeof placeShape>

export const locationPlace = (location_id: number): Place => ({ location_id, node_id: null })
export const nodePlace = (node_id: number): Place => ({ location_id: null, node_id })
export const placeOf = ({ location_id, node_id }: Pick<backup_copy, 'location_id' | 'node_id'>): Place => ({
  location_id,
  node_id,
})

/** Names a place in keys of locks and limits. */
export const placeKey = ({ location_id, node_id }: Place): string =>
  location_id === null ? `node:${node_id}` : `location:${location_id}`

export type OpenPlace = { store: Store; close(): Promise<void> }

/** Signs in to a place and opens its store; the caller closes it. @throws PanelError, also for faults of the store */
export async function openPlace(place: Place, signal: AbortSignal): Promise<OpenPlace> {
  return inWords(async () => {
    const { files, keys } = await connect(place, signal)
    try {
      const store = await openStore({ files, keys, quota: quotaOf(place) })
      return {
        store,
        close: async () => {
          await store.close()
          files.close()
        },
      }
    } catch (fault) {
      files.close()
      throw fault
    }
  })
}

/** Does a piece of work with the store of a place, which is closed afterwards. */
export async function withPlace<T>(place: Place, signal: AbortSignal, work: (store: Store) => Promise<T>): Promise<T> {
  const opened = await openPlace(place, signal)
  try {
    return await inWords(() => work(opened.store))
  } finally {
    await opened.close()
  }
}

/** Faults of a store as errors that tasks show. */
export async function inWords<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (fault) {
    if (!(fault instanceof StoreError)) throw fault
    throw deviceRejected(fault.text, { cause: fault })
  }
}

async function connect(place: Place, signal: AbortSignal): Promise<{ files: LocationFiles; keys: StoreKeys }> {
  if (place.location_id === null) return connectNodeStore(place.node_id ?? 0, signal)
  const row = await db().prisma.backup_location.findUnique({ where: { id: place.location_id } })
  if (!row) throw notFound(msg`Backup location`, place.location_id)
  return { files: await connectLocation(row, signal), keys: keysOf(row) }
}
