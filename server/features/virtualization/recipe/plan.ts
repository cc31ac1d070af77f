import { randomBytes } from 'node:crypto'
import type { host, recipe } from '../../../../generated/prisma/client.ts'
import type { Actor } from '../../../api/context.ts'
import { db } from '../../../db/pool.ts'
import { seal, unseal } from '../../../db/secrets.ts'
import type { Work } from '../../../db/transaction.ts'
import { runsWindows, type ScriptType, typeOfText } from '../../../domain/recipe/kinds.ts'
import { wrongSystem } from '../../../domain/recipe/messages.ts'
import { type GivenParams, scriptText } from '../../../domain/recipe/schema.ts'
import { type System, suits, valuesFor } from '../../../domain/recipe/values.ts'
import { invalidInput, missingLink, refused } from '../../../domain/shared/errors.ts'
import { textOfRule } from '../../../shared/rule.ts'
import { msg } from '../../../shared/text.ts'
import { filtersOf, paramsOf } from './read.ts'

/** A script that shall run in a VM, checked. */
export type PlannedRun = {
  recipe_id: number | null
  /** Shown in the history of the VM. */
  name: string
  type: ScriptType
  script: string
  values: Record<string, string>
  /** Hidden variables of all accounts may reach it: it was written by administrators, or comes from a repository. */
  trusted: boolean
}

/** What is kept sealed until the run has ended. */
export type SealedRun = Pick<PlannedRun, 'script' | 'values' | 'trusted'> & {
  type?: ScriptType
  /** What must not be seen in the output, once it was begun: variables may change while it runs. */
  secrets?: string[]
}

/** What a run is written for; runs that were queued before this was kept are of the shell. */
export const typeOf = ({ type = 'shell' }: SealedRun): ScriptType => type

/** Where what a run needs is sealed. */
export const runPlace = (task: number) => ({ table: 'script_run', id: task, column: 'secret' })

type Wanted = { recipe: number; params: GivenParams; system: System; anySystem: boolean; field: string }

/**
 * Checks a stored script before it is queued.
 * @throws PanelError naming the field: no such script, disabled, not for this system, values that do not fit
 */
export async function planRecipe(work: Work, actor: Actor, wanted: Wanted): Promise<PlannedRun> {
  const { field } = wanted
  const row = await work.tx.recipe.findUnique({ where: { id: wanted.recipe } })
  if (!row || !(await isSeen(row, actor))) throw missingLink(field, msg`Script`, wanted.recipe)
  if (row.state === 'disabled') throw refused(msg`The script ${row.name} is disabled`, field)
  const type = row.type as ScriptType
  requireSystem(type, wanted.system, field)
  if (!wanted.anySystem && !suits(filtersOf(row), wanted.system))
    throw refused(
      msg`The script ${row.name} is not meant for ${wanted.system.os}: ignore_recipe_filters runs it all the same`,
      field,
    )
  return {
    recipe_id: row.id,
    name: row.name,
    type,
    script: row.script,
    values: valuesFor(paramsOf(row), wanted.params),
    trusted: row.source !== null || (await isOfAdministrators(work, row)),
  }
}

/** The same of a text that the caller has written. */
export function planText(actor: Actor, body: string, params: GivenParams, system: System): PlannedRun {
  const checked = scriptText.safeParse(body)
  if (!checked.success) throw invalidInput(msg`body: ${textOfRule(checked.error.issues[0]?.message ?? '')}`, 'body')
  const values = valuesFor(null, params)
  const type = typeOfText(body, runsWindows(system))
  requireSystem(type, system, 'body')
  return { recipe_id: null, name: '', type, script: body, values, trusted: actor.isAdmin }
}

const isSeen = async (row: recipe, actor: Actor) =>
  actor.isAdmin || row.account_id === actor.account_id || (row.for_all && row.user_visible)

async function isOfAdministrators(work: Work, row: recipe): Promise<boolean> {
  if (row.account_id === null) return true
  const owner = await work.tx.account.findUnique({ where: { id: row.account_id }, select: { roles: true } })
  return owner?.roles.includes('@admin') ?? false
}

/** What is not known of a system its guest agent tells when the script is to begin. */
function requireSystem(type: ScriptType, system: System, field: string) {
  const windows = runsWindows(system)
  if (windows === null || windows === (type === 'power_shell')) return
  throw refused(wrongSystem[type], field)
}

/** What the history keeps of a run: never the values. */
export const historyOf = (run: PlannedRun) => ({
  ...(run.recipe_id !== null && { recipe: run.recipe_id, recipe_name: run.name }),
})

/** Keeps what a run needs until its task has ended. The caller has queued the task. */
export async function keepRun(work: Work, host_id: number, task: number, run: PlannedRun) {
  const { type, script, values, trusted } = run
  const secret: SealedRun = { type, script, values, trusted }
  await work.tx.script_run.create({
    data: {
      task,
      host_id,
      recipe_id: run.recipe_id,
      secret: seal(JSON.stringify(secret), runPlace(task)),
      token: randomBytes(16).toString('hex'),
    },
  })
}

/** What a run was given; `secret` as its record has it. */
export const unsealedRun = (task: number, secret: string | null) =>
  JSON.parse(unseal(secret ?? '', runPlace(task))) as SealedRun

/** Keeps with a run what must be covered in its output. */
export async function keepSecrets(task: number, run: SealedRun, secrets: readonly string[]): Promise<void> {
  const all: SealedRun = { ...run, secrets: [...new Set([...(run.secrets ?? []), ...secrets])] }
  const secret = seal(JSON.stringify(all), runPlace(task))
  await db().prisma.script_run.updateMany({ where: { task, secret: { not: null } }, data: { secret } })
}

/** The system of a VM, as filters see it. */
export async function systemOf(work: Work, row: Pick<host, 'os_id' | 'os_name' | 'os_group'>): Promise<System> {
  const image = row.os_id === null ? null : await work.tx.os.findUnique({ where: { id: row.os_id } })
  return { os: row.os_name ?? '', os_group: row.os_group ?? '', tags: image?.tags ?? [] }
}
