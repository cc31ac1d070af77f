import type { Context } from '../../../api/context.ts'
import { db } from '../../../db/pool.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import { changed } from '../../../events/changes.ts'

const NAME = 'remote_proxy'
/** The instance that the plugin belongs to: the panel itself. */
const INSTANCE = 1

/** Whether sessions to web pages and consoles of controllers may be opened; they may until somebody forbids it. */
export async function isProxyEnabled(): Promise<boolean> {
  const row = await db().prisma.setting.findUnique({ where: { name: NAME } })
  return row?.value !== false
}

/** @throws PanelError 409 while the plugin is off */
export async function requireProxy(): Promise<void> {
  if (!(await isProxyEnabled()))
    throw new PanelError(
      'wrong_state',
      'Remote management is switched off: an administrator switches it on in the settings',
    )
}

/** Allows sessions to controllers, or forbids new ones. */
export async function enableProxy(ctx: Context, value: boolean) {
  await ctx.mutate(async (work, note) => {
    Object.assign(note, { entity: 'setting', input: { name: NAME, value } })
    const data = { value, updated_at: new Date() }
    await work.tx.setting.upsert({ where: { name: NAME }, create: { name: NAME, ...data }, update: data })
    changed(work, { entity: 'setting', entity_id: 0, event: 'update', data: { name: NAME, value } })
  })
  return { id: INSTANCE }
}
