import type { Context } from '../../../api/context.ts'
import { editSetting } from '../../../api/edit-setting.ts'
import { storedSetting } from '../../../db/stored-settings.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
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
    // Owners of servers see the change at once.
    await editSetting(work, note, REMOTE_PROXY, () => value, { value: true, everyone: true })
    if (!value) await closeSessions(work, {})
  })
  return { id: INSTANCE }
}
