import type { PduPort } from './schema.ts'

/** What can be done to an outlet. Words and danger of those on its power: `outletVerbs` of the vocabulary of power. */
export const outletActions = ['on', 'off', 'cycle', 'connect', 'disconnect', 'service', 'free'] as const
export type OutletAction = (typeof outletActions)[number]

/** What the rules look at. */
export type OutletFacts = Pick<PduPort, 'gone' | 'is_service' | 'power_status'> & {
  server?: { is_protected: boolean } | null | undefined
}

export type OutletWhyNot = 'gone' | 'protected' | 'isOff' | 'service' | 'connected' | 'notConnected'

/** Why an operation is not possible now, or undefined: the one table that the server, menus and tests read. */
export function whyNotOutlet(action: OutletAction, outlet: OutletFacts): OutletWhyNot | undefined {
  const { gone, is_service, power_status, server } = outlet
  switch (action) {
    case 'on':
      return gone ? 'gone' : undefined
    case 'off':
    case 'cycle':
      if (gone) return 'gone'
      if (server?.is_protected) return 'protected'
      return action === 'cycle' && power_status === 'down' ? 'isOff' : undefined
    case 'connect':
      if (is_service) return 'service'
      if (gone) return 'gone'
      return server ? 'connected' : undefined
    case 'disconnect':
      return server ? undefined : 'notConnected'
    case 'service':
      return server ? 'connected' : undefined
    case 'free':
      return undefined
  }
}
