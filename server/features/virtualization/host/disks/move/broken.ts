import type { disk } from '../../../../../../generated/prisma/client.ts'
import { db } from '../../../../../db/pool.ts'
import { wrongState } from '../../../../../domain/shared/errors.ts'
import { msg } from '../../../../../shared/text.ts'

/** One that still waits for its turn has touched nothing. */
const BEGUN = `
  select m.disk_id from disk_move m join task t on t.id = m.task_id
   where m.disk_id = any($1::int[]) and m.kind <> 'old' and t.started_at is not null limit 1`

/**
 * Refuses while it is not known which volume a disk has: its move was broken off, and the node could not be asked yet. If the VM
 * were defined by the record then, it could get a volume that it has left.
 * @throws PanelError wrong_state
 */
export async function requireNoBrokenMove(disks: readonly Pick<disk, 'id' | 'name'>[]): Promise<void> {
  const { rows } = await db().pool.query<{ disk_id: number }>(BEGUN, [disks.map(({ id }) => id)])
  const [found] = rows
  const one = disks.find(({ id }) => id === found?.disk_id)
  if (one)
    throw wrongState(
      msg`The move of the disk ${one.name} was broken off, and the node has not been asked yet where the disk is: this is done within a minute after it answers`,
      'disk',
    )
}

/** Volumes that disks are on their way to. */
export async function movedTo(disks: readonly Pick<disk, 'id'>[]): Promise<string[]> {
  const found = await db().prisma.disk_move.findMany({ where: { disk_id: { in: disks.map(({ id }) => id) } } })
  return found.flatMap(({ path }) => [path, `${path}.new`])
}
