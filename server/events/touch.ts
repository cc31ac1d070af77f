import { EventEmitter } from 'node:events'
import type { ChangeKind } from '../domain/shared/change-kinds.ts'
import { kept } from '../shared/kept.ts'

/** Something that is not kept in the database is different now; who shows it reads it anew. */
export type Touch = { entity: ChangeKind; entity_id: number; account_id: number | null }

const place = kept<EventEmitter>('touches')
const touches = () => {
  place.value ??= new EventEmitter().setMaxListeners(0)
  return place.value
}

/** Tells the screens of this process; owners and administrators hear it. */
export const touched = (touch: Touch) => void touches().emit('touch', touch)

/** Hears such news from now on. Returns the way to stop. */
export function onTouch(listener: (touch: Touch) => void): () => void {
  touches().on('touch', listener)
  return () => touches().off('touch', listener)
}
