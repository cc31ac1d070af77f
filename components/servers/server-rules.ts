import type { Server } from '../../server/domain/server/record.ts'
import { serverLifecycle } from '../../server/domain/server/states.ts'

/** Why a server cannot be deleted: key of the words, or undefined when it can. The server decides by the same rules. */
export function whyStays(server: Pick<Server, 'is_protected' | 'state' | 'node'>) {
  if (server.is_protected) return 'protected'
  if (!serverLifecycle.can('delete', server.state).ok) return 'moving'
  if (server.node) return 'isNode'
  return undefined
}
