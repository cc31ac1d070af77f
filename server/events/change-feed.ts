import { EventEmitter } from 'node:events'
import { db } from '../db/pool.ts'
import type { ChangeKind } from '../domain/shared/change-kinds.ts'
import { log } from '../process/log.ts'
import { kept } from '../shared/kept.ts'
import { bus } from './bus.ts'
import type { Change } from './changes.ts'

export type ChangeRow = {
  id: number
  entity: ChangeKind
  entity_id: number
  event: 'create' | 'update' | 'delete'
  account_id: number | null
  everyone: boolean
  data: Record<string, unknown>
  relations: Record<string, unknown>
}

export type Viewer = { account_id: number; isAdmin: boolean }

/** Owners and administrators see a change; `everyone` opens it to all who are signed in. */
export const maySee = (viewer: Viewer, row: Pick<Change, 'account_id' | 'everyone'>) =>
  viewer.isAdmin || row.everyone === true || row.account_id === viewer.account_id

const COLUMNS = 'id, entity, entity_id, event, account_id, everyone, data, relations'
const BATCH = 500

type Feed = { emitter: EventEmitter; last: number; busy: boolean; again: boolean }
const place = kept<Feed>('feed')

/** Reads the change log once per process, however many screens and clients listen. */
function feed(): Feed {
  if (place.value) return place.value
  const made: Feed = { emitter: new EventEmitter().setMaxListeners(0), last: -1, busy: false, again: false }
  place.value = made
  bus().on('change', () => void pump(made))
  bus().onConnect(() => void pump(made))
  return made
}

async function pump(f: Feed) {
  if (f.busy) {
    f.again = true
    return
  }
  f.busy = true
  try {
    do {
      f.again = false
      if (f.last < 0) f.last = await lastChange()
      const rows = await changesAfter(f.last)
      for (const row of rows) {
        f.last = row.id
        f.emitter.emit('change', row)
      }
      if (rows.length === BATCH) f.again = true
    } while (f.again)
  } catch (fault) {
    log.warn({ err: fault }, 'changes could not be read')
  } finally {
    f.busy = false
  }
}

/** Hears every change committed from now on, in order. Returns the way to stop. */
export function onChange(listener: (row: ChangeRow) => void): () => void {
  const { emitter } = feed()
  emitter.on('change', listener)
  return () => emitter.off('change', listener)
}

export async function lastChange(): Promise<number> {
  const { rows } = await db().pool.query<{ id: number }>('select coalesce(max(id), 0) as id from change')
  return rows[0]?.id ?? 0
}

/** Changes after an id, oldest first, at most a batch. */
export async function changesAfter(id: number, limit = BATCH): Promise<ChangeRow[]> {
  const { rows } = await db().pool.query<ChangeRow>(
    `select ${COLUMNS} from change where id > $1 order by id limit $2`,
    [id, limit],
  )
  return rows
}

/** Oldest change still kept: who asks for something older has to read everything anew. */
export async function oldestChange(): Promise<number> {
  const { rows } = await db().pool.query<{ id: number }>('select coalesce(min(id), 0) as id from change')
  return rows[0]?.id ?? 0
}
