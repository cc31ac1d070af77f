import { db } from '../../../db/pool.ts'
import { seal, unseal } from '../../../db/secrets.ts'
import type { Work } from '../../../db/transaction.ts'
import { wrongState } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'

const place = (task: number) => ({ table: 'host_password', id: task, column: 'value' })

/** Keeps the password that a task shall set until the task ends; several may wait for one VM. */
export const keepPassword = (work: Work, host_id: number, task: number, password: string) =>
  work.tx.host_password.create({ data: { task, host_id, value: seal(password, place(task)) } })

/** The password that a task shall set; null when it was given none. */
export async function passwordIfAny(task: number): Promise<string | null> {
  const row = await db().prisma.host_password.findUnique({ where: { task } })
  return row && unseal(row.value, place(task))
}

/** The password that a task shall set. */
export async function passwordOf(task: number): Promise<string> {
  const password = await passwordIfAny(task)
  if (password === null) throw wrongState(msg`There is no password to set`)
  return password
}
