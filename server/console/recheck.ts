import { consoleFailure } from './failure.ts'
import { type ConsoleRegistry, type ConsoleThing, thingOf } from './registry.ts'
import type { ConsoleGrant } from './tickets.ts'

/**
 * Asks of the consoles of a registry, or those of one thing, whether they may stay, and closes those that may not.
 * @param holds throws PanelError (`signed_out`, `forbidden`, `not_found`) when a grant holds no longer
 */
export async function recheckConsoles(
  registry: ConsoleRegistry,
  holds: (grant: ConsoleGrant) => Promise<void>,
  thing?: ConsoleThing,
): Promise<void> {
  for (const { grant, close } of registry.grants()) {
    if (thing !== undefined && thingOf(grant) !== thing) continue
    try {
      await holds(grant)
    } catch (fault) {
      const { reason, words } = consoleFailure(fault)
      // While the database is away, consoles stay open.
      if (reason === 'signed_out' || reason === 'forbidden' || reason === 'gone') close(reason, words)
    }
  }
}
