import type { backup } from '../../../../generated/prisma/client.ts'
import type { Actor } from '../../../api/context.ts'
import { lockRow, type Work } from '../../../db/transaction.ts'
import type { BackupState } from '../../../domain/backup/states.ts'
import { notFound, wrongState } from '../../../domain/shared/errors.ts'
import { msg, type Text } from '../../../shared/text.ts'

/** Rows that an actor may act on: its own, or all for administrators. */
export const ownBackup = (actor: Actor, id: number) => ({
  id,
  ...(!actor.isAdmin && { account_id: actor.account_id }),
})

/** A backup of the actor's, also one that was deleted and can be brought back, held. @throws PanelError not_found */
export async function holdBackup(work: Work, actor: Actor, id: number): Promise<backup> {
  await lockRow(work, 'backup', id)
  const row = await work.tx.backup.findFirst({ where: ownBackup(actor, id) })
  if (!row) throw notFound(msg`Backup`, id)
  return row
}

const busy: Partial<Record<BackupState, Text>> = {
  creating: msg`The backup is still being made: cancel its task, or wait until it has ended`,
  deleting: msg`The backup is deleted: it can be brought back for some days`,
  in_use: msg`The backup is being restored: wait until this has ended`,
  migrating: msg`The backup is being moved: wait until this has ended`,
  copying: msg`The backup is being copied: wait until this has ended`,
  crashed: msg`The backup could not be made, so there is nothing to copy`,
}

/** @throws PanelError wrong_state with what stands against it */
export function requireState(row: backup, states: readonly BackupState[]): void {
  const state = row.state as BackupState
  if (states.includes(state)) return
  throw wrongState(busy[state] ?? msg`The backup is complete`, state)
}
