import { kept } from '../shared/kept.ts'
import type { ConsoleGateway } from './gateway.ts'
import type { ConsoleThing, ConsoleViewer } from './registry.ts'

type Presence = Pick<ConsoleGateway, 'viewers'>

const place = kept<Presence>('presence')

/** Says which gateway of this process knows who has consoles open; it hears of those in other processes too. */
export function setPresence(presence: Presence) {
  place.value = presence
}

/** Viewers of the consoles of one object, in order of arrival; empty in a process without a gateway. */
export const viewersOf = (thing: ConsoleThing): ConsoleViewer[] => place.value?.viewers(thing) ?? []
