import { controllerKinds, type IpmiType } from '../ipmi/kinds.ts'
import { isHeldBack } from './device-gate.ts'
import { serverLifecycle } from './states.ts'

/** What can be done to a server besides its power (`power-rules.ts`). */
export const serverActions = [
  'edit',
  'move',
  'owner',
  'node',
  'maintenance',
  'protect',
  'suspend',
  'resume',
  'delete',
  'console',
  'web',
] as const
export type ServerAction = (typeof serverActions)[number]

const hasConsole = (type: IpmiType) => {
  const { sol, screen } = controllerKinds[type].capabilities
  return sol || screen
}

/** What the rules look at. */
export type ServerFacts = {
  state: (typeof serverLifecycle.states)[number]
  is_protected: boolean
  node?: object | null | undefined
  ipmi?: { type: IpmiType } | null | undefined
}

export type ServerWhyNot = 'forbidden' | 'suspended' | 'noController' | 'noConsole' | 'protected' | 'moving' | 'isNode'

/**
 * Why an operation is not possible now, or undefined: the one table that the server, menus, bulk actions and tests read. Whether a
 * new place is free, and whether web pages of controllers are enabled in the panel, is not the server's own state.
 */
export function whyNotServer(
  action: ServerAction,
  server: ServerFacts,
  asker: { isAdmin: boolean },
): ServerWhyNot | undefined {
  if (action === 'console' || action === 'web') {
    if (isHeldBack(server, asker)) return 'suspended'
    if (!server.ipmi) return 'noController'
    return action === 'console' && !hasConsole(server.ipmi.type) ? 'noConsole' : undefined
  }
  if (!asker.isAdmin) return 'forbidden'
  switch (action) {
    case 'suspend':
    case 'resume':
      return serverLifecycle.can(action, server.state).ok ? undefined : 'moving'
    case 'delete':
      if (server.is_protected) return 'protected'
      if (!serverLifecycle.can('delete', server.state).ok) return 'moving'
      return server.node ? 'isNode' : undefined
    default:
      return undefined
  }
}
