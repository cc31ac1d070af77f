import type { Actor } from '../../../api/context.ts'
import { db } from '../../../db/pool.ts'
import type { RehearsalPicture } from '../../../domain/rehearsal/schema.ts'
import { notFound, wrongState } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'

/** The last picture of the screen. @throws PanelError `not_found`, `wrong_state` when none was taken */
export async function readPicture(actor: Actor, id: number): Promise<RehearsalPicture> {
  const row = await db().prisma.rehearsal.findFirst({
    where: { id, ...(!actor.isAdmin && { account_id: actor.account_id }) },
    select: { picture: true, picture_at: true },
  })
  if (!row) throw notFound(msg`Rehearsal`, id)
  if (!row.picture || !row.picture_at)
    throw wrongState(msg`No picture of the screen was taken, or it was kept long enough`)
  return {
    type: 'image/png',
    data: Buffer.from(row.picture).toString('base64'),
    taken_at: row.picture_at.toISOString(),
  }
}
