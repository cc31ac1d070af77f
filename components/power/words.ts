import { type PowerCommand, powerCommands } from './facts.ts'

/** Key of the words for the operation that is under way; null when there is none. */
export const doingOf = (action: string | null): PowerCommand | null =>
  powerCommands.find((command) => command === action) ?? null
