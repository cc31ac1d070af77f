import { transaction } from '../../../db/transaction.ts'
import { hostChanged } from './claim.ts'
import { dropEnded } from './queue.ts'

/** Frees VMs whose action was closed without an end of its own, so that nothing waits for ever. */
export const dropEndedActions = () =>
  transaction(async (work) => {
    for (const row of await dropEnded(work)) hostChanged(work, row)
  })
