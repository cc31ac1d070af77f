import type { Work } from '../../../db/transaction.ts'
import { changed } from '../../../events/changes.ts'

/** Publishes a change of a template, or of what a location has of it: all users see templates. */
export const templateChanged = (work: Work, id: number, event: 'create' | 'update' | 'delete' = 'update'): void =>
  changed(work, { entity: 'os_template', entity_id: id, event, everyone: true })
