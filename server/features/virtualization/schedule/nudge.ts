import type { Work } from '../../../db/transaction.ts'
import { nudge } from '../../../tasks/reconciler.ts'

export const SCHEDULES = 'schedule'

/** Has the worker that looks after schedules look now, once this transaction is committed. */
export const nudgeSchedules = (work: Work) => nudge(work, SCHEDULES)
