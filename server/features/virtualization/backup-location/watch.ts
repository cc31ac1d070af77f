import type { backup_location } from '../../../../generated/prisma/client.ts'
import { db } from '../../../db/pool.ts'
import { stored } from '../../../db/sentences.ts'
import { transaction } from '../../../db/transaction.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import { StoreError } from '../../../protocols/chunk-store/errors.ts'
import { msg } from '../../../shared/text.ts'
import { startReconciler } from '../../../tasks/reconciler.ts'
import { checkLocation } from './open.ts'
import { noteChecked, noteFault, statusOf } from './store.ts'

export const LOCATION_CHECKS = 'backup_location'
const MINUTE = 60_000
/** How old the check of a location gets, minutes; of one that is away. */
const CHECK_AFTER = 60
const RETRY_AFTER = 10
/** A location that hangs is away, milliseconds. */
const PATIENCE = 2 * MINUTE

/** Checks all backup locations again and again. Returns the way to stop. */
export function startLocationChecks(): () => Promise<void> {
  const reconciler = startReconciler({
    name: LOCATION_CHECKS,
    intervalMs: 5 * MINUTE,
    concurrency: 4,
    keys: async () =>
      (await db().prisma.backup_location.findMany({ select: { id: true } })).map(({ id }) => String(id)),
    run: (key, signal) => checkWhenDue(Number(key), signal),
  })
  return () => reconciler.stop()
}

/** Checks a location unless that was done lately. One that was never checked is left to the task that its creation has queued. */
export async function checkWhenDue(id: number, signal: AbortSignal): Promise<void> {
  const row = await db().prisma.backup_location.findUnique({ where: { id } })
  if (!row || !isDue(row)) return
  const { ip, port, login, path } = row
  const way = { ip, port, login, path }
  const patience = AbortSignal.timeout(PATIENCE)
  try {
    const found = await checkLocation(row, AbortSignal.any([signal, patience]))
    await transaction((work) => noteChecked(work, id, way, found))
  } catch (fault) {
    signal.throwIfAborted()
    if (patience.aborted) {
      const words = stored(msg`The backup location does not finish the check within ${PATIENCE / MINUTE} minutes`)
      return transaction((work) => noteFault(work, id, way, 'unreachable', words))
    }
    const status = statusOf(fault)
    if (!status || !(fault instanceof PanelError || fault instanceof StoreError)) throw fault
    await transaction((work) => noteFault(work, id, way, status, stored(fault.text)))
  }
}

function isDue({ status, checked_at, created_at }: backup_location): boolean {
  const minutes = (Date.now() - (checked_at ?? created_at).getTime()) / MINUTE
  return minutes > (status === 'ok' ? CHECK_AFTER : RETRY_AFTER)
}
