import { type PowerFacts, type WhyNot, whyNotPower } from '../../server/domain/server/power-rules.ts'
import type { Server } from '../../server/domain/server/record.ts'

/** What menus need to know of a server. */
export type PowerServer = Pick<
  Server,
  | 'id'
  | 'name'
  | 'state'
  | 'power_status'
  | 'power_action'
  | 'power_task'
  | 'operation_running'
  | 'is_protected'
  | 'ipmi'
  | 'pdu_connections'
  | 'node'
  | 'chassis'
>

export const powerCommands = [
  'power_on',
  'shutdown',
  'restart',
  'power_off',
  'power_reset',
  'power_cycle',
  'boot_device',
] as const
export type PowerCommand = (typeof powerCommands)[number]

const factsOf = (server: PowerServer): PowerFacts => ({
  ...server,
  has_controller: server.ipmi !== null,
  powerInputs: server.pdu_connections.length,
})

/** Key of the words that say why a command is off, or undefined when it is not: the server decides by the same rules. */
export function whyOff(
  command: PowerCommand,
  server: PowerServer,
  asker: { isAdmin: boolean },
): Exclude<WhyNot, 'status'> | 'isOn' | 'isOff' | 'onlyChassis' | undefined {
  const why = whyNotPower(command, factsOf(server), asker)
  // A blade hangs on no outlet of its own.
  if (why === 'nothing' && server.chassis) return 'onlyChassis'
  if (why !== 'status') return why
  return server.power_status === 'on' ? 'isOn' : 'isOff'
}

/** The same for menus: a forced restart starts what is off, which stands beside it as Start. */
export function whyNotOffered(command: PowerCommand, server: PowerServer, asker: { isAdmin: boolean }) {
  if (command === 'power_reset' && server.power_status === 'off') return whyOff(command, server, asker) ?? 'isOff'
  return whyOff(command, server, asker)
}
