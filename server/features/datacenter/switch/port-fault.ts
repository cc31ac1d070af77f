import type { Work } from '../../../db/transaction.ts'
import { changed } from '../../../events/changes.ts'

/** Notes at a port why it is not as it was to be, until a change of it succeeds. @param fault stored words */
export async function notePortFault(
  work: Work,
  { id, switch_id }: { id: number; switch_id: number },
  fault: string,
): Promise<void> {
  await work.sql('update switch_port set fault = $2 where id = $1::int returning id', [id, fault])
  changed(work, {
    entity: 'switch_port',
    entity_id: id,
    event: 'update',
    data: { fault },
    relations: { switch: switch_id },
  })
}
