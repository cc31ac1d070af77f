import type { disk } from '../../../../../../generated/prisma/client.ts'
import { db } from '../../../../../db/pool.ts'
import { PanelError } from '../../../../../domain/shared/errors.ts'
import { msg } from '../../../../../shared/text.ts'

/**
 * Refuses while it is not known which volume a disk has: its move was broken off, and the node could not be asked yet. Whoever defined the
 * VM by the record then could give it a volume that it left.
 * @throws PanelError wrong_state
 */
export async function requireNoBrokenMove(disks: readonly Pick<disk, 'id' | 'name'>[]): Promise<void> {
  const [found] = await db().prisma.disk_move.findMany({
    where: { disk_id: { in: disks.map(({ id }) => id) }, kind: { not: 'old' } },
    take: 1,
  })
  const one = disks.find(({ id }) => id === found?.disk_id)
  if (one)
    throw new PanelError(
      'wrong_state',
      msg`The move of the disk ${one.name} was broken off, and the node has not been asked yet where the disk is: this is done within a minute after it answers`,
      { value: 'disk' },
    )
}

/** Volumes that disks are on their way to. */
export async function movedTo(disks: readonly Pick<disk, 'id'>[]): Promise<string[]> {
  const found = await db().prisma.disk_move.findMany({ where: { disk_id: { in: disks.map(({ id }) => id) } } })
  return found.flatMap(({ path }) => [path, `${path}.new`])
}
