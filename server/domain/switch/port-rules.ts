import { serverLifecycle } from '../server/states.ts'
import type { SwitchPort } from './record.ts'

/** What can be done to a port of a switch. */
export const portActions = [
  'on',
  'off',
  'edit',
  'vlan',
  'connect',
  'disconnect',
  'uplink',
  'noUplink',
  'service',
  'noService',
] as const
export type PortAction = (typeof portActions)[number]

/** What the rules look at. */
export type PortFacts = Pick<SwitchPort, 'gone' | 'is_uplink' | 'is_service'> & {
  server?: { state: string } | null | undefined
  /** An operation has put it into the provisioning VLAN. */
  provisioning?: object | null | undefined
}

export type PortWhyNot = 'gone' | 'uplink' | 'service' | 'connected' | 'notConnected' | 'moving' | 'provisioning'

/** Why an operation is not possible now, or undefined: the one table that the server, menus and tests read. */
export function whyNotPort(action: PortAction, port: PortFacts): PortWhyNot | undefined {
  const { gone, is_uplink, is_service, server, provisioning } = port
  switch (action) {
    case 'on':
    case 'off':
      if (is_uplink) return 'uplink'
      return gone ? 'gone' : undefined
    case 'edit':
      return is_uplink ? 'uplink' : undefined
    case 'vlan':
      if (is_uplink) return 'uplink'
      return provisioning ? 'provisioning' : undefined
    case 'connect':
      if (is_uplink) return 'uplink'
      if (is_service) return 'service'
      if (gone) return 'gone'
      return server ? 'connected' : undefined
    case 'disconnect':
      if (!server) return 'notConnected'
      return serverLifecycle.isMoving(server.state as 'suspending') ? 'moving' : undefined
    case 'uplink':
      if (is_service) return 'service'
      return server ? 'connected' : undefined
    case 'service':
      if (is_uplink) return 'uplink'
      return server ? 'connected' : undefined
    case 'noUplink':
    case 'noService':
      return undefined
  }
}
