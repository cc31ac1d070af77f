import type { Context } from '../../../api/context.ts'
import { storedSetting, storeSetting } from '../../../db/stored-settings.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { closeSessions } from '../proxy/store.ts'

/** The setting; absent means on. */
export const REMOTE_PROXY = 'remote_proxy'
/** The instance that the plugin belongs to: the panel itself. */
const INSTANCE = 1

/** Whether sessions to web pages and consoles of controllers may be opened; allowed by default. */
export async function isProxyEnabled(): Promise<boolean> {
  return (await storedSetting(REMOTE_PROXY)) !== false
}

/** @throws PanelError while the plugin is off: 409, or as forbidden where something is open already */
export async function requireProxy(code: 'wrong_state' | 'forbidden' = 'wrong_state'): Promise<void> {
  if (!(await isProxyEnabled()))
    throw new PanelError(code, msg`Remote management is turned off: an administrator can turn it on in the settings`)
}

/** Allows sessions and consoles of controllers, or forbids them, which ends those that are open. */
export async function enableProxy(ctx: Context, value: boolean) {
  await ctx.mutate(async (work, note) => {
    note.input = { name: REMOTE_PROXY, value }
    await storeSetting(REMOTE_PROXY, value, work.tx)
    if (!value) await closeSessions(work, {})
    // Owners of servers see the change at once.
    const said = { name: REMOTE_PROXY, value }
    changed(work, { entity: 'setting', entity_id: 0, event: 'update', everyone: true, data: said })
  })
  return { id: INSTANCE }
}
