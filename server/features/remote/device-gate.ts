import type { Actor } from '../../api/context.ts'
import { db } from '../../db/pool.ts'
import { heldBackWords, isHeldBack } from '../../domain/server/device-gate.ts'
import { type ErrorCode, PanelError } from '../../domain/shared/errors.ts'

/** Error for the owner of a suspended server. @param code forbidden where something is open already and ends */
export const heldBack = (name: string, code: ErrorCode = 'wrong_state'): PanelError =>
  new PanelError(code, heldBackWords(name), { value: 'suspended' })

/**
 * The one gate before the devices of a server. `server/api/coverage/reach.ts` names the operations that pass it.
 * @throws PanelError for its owner while it is suspended
 */
export function requireDevices(
  server: { name: string; state: string },
  actor: Pick<Actor, 'isAdmin'>,
  code?: ErrorCode,
): void {
  if (isHeldBack(server, actor)) throw heldBack(server.name, code)
}

/** The same, of the server behind a controller. The caller has made sure that the controller may be seen. */
export async function requireDevicesOf(ipmi_id: number, actor: Pick<Actor, 'isAdmin'>): Promise<void> {
  if (actor.isAdmin) return
  const { rows } = await db().pool.query<{ name: string; state: string }>(
    'select s.name, s.state from server s join ipmi i on i.server_id = s.id where i.id = $1',
    [ipmi_id],
  )
  if (rows[0]) requireDevices(rows[0], actor)
}
