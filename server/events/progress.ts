import { EventEmitter } from 'node:events'
import { db } from '../db/pool.ts'
import { log } from '../process/log.ts'
import { kept } from '../shared/kept.ts'
import { bus } from './bus.ts'

export type TaskProgress = {
  id: number
  account_id: number | null
  entity: string | null
  registry_id: number
  name: string
  percent: number
  message: string | null
  step: string | null
}

const place = kept<EventEmitter>('progress')

/** Hears the progress of running tasks; read once per process however many screens listen. Returns the way to stop. */
export function onProgress(listener: (progress: TaskProgress) => void): () => void {
  if (!place.value) {
    place.value = new EventEmitter().setMaxListeners(0)
    bus().on('task_progress', (payload) => void read(Number(payload)))
  }
  const emitter = place.value
  emitter.on('progress', listener)
  return () => emitter.off('progress', listener)
}

async function read(id: number) {
  try {
    const { rows } = await db().pool.query<TaskProgress>(
      'select id, account_id, entity, registry_id, name, percent, message, step from task where id = $1',
      [id],
    )
    if (rows[0]) place.value?.emit('progress', rows[0])
  } catch (fault) {
    log.warn({ err: fault }, 'progress could not be read')
  }
}
