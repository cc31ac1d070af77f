import { db } from '../../../db/pool.ts'
import { wrongState } from '../../../domain/shared/errors.ts'
import type { ScriptLog } from '../../../domain/task/schema.ts'
import { msg } from '../../../shared/text.ts'

/** Characters of the output that are kept: the last ones, where causes stand. */
const KEPT = 256 * 1024

/** What is stored of the run of a task. */
export async function readRun(task: number) {
  const row = await db().prisma.script_run.findUnique({ where: { task } })
  if (!row) throw wrongState(msg`The record of the run is gone`)
  return row
}

/** Adds what was read from `from` to `next`; what another worker has added already is left alone. */
export async function addOutput(task: number, from: number, next: number, text: string) {
  await db().pool.query(
    `update script_run set output = right(output || $4, ${KEPT}), read_bytes = $3 where task = $1 and read_bytes = $2`,
    [task, from, next, text],
  )
}

export async function noteExit(task: number, exit_code: number): Promise<number> {
  await db().pool.query('update script_run set exit_code = $2 where task = $1', [task, exit_code])
  return exit_code
}

/** What the script of a task has written so far; null of tasks without one. */
export async function scriptLogOf(task: number): Promise<ScriptLog | null> {
  const row = await db().prisma.script_run.findUnique({ where: { task } })
  if (!row) return null
  const { output, exit_code, read_bytes } = row
  return { text: output, exit_code, is_cut: output.length >= KEPT && read_bytes > KEPT }
}
