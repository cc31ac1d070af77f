import type { Server } from '../../../server/domain/server/record.ts'
import type { MenuEntry } from '../../ui/menu-entries.ts'

/** The power menu beside the console of a server. */
export function usePowerEntries(_server: Server): readonly MenuEntry[] {
  return none
}

const none: readonly MenuEntry[] = []
