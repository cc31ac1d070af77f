import type { ImportKind } from '../../../../domain/import/kinds.ts'
import { pduConnection, switchConnection } from './cables.ts'
import { netSwitch, pdu, server } from './devices.ts'
import type { Handler } from './handler.ts'
import { ip, ipnet, ippool, range } from './network.ts'
import { chassis, cpuSocket, location, platform, rack, vlan } from './places.ts'

export const handlers: Record<ImportKind, Handler> = {
  location,
  cpu_socket: cpuSocket,
  platform,
  rack,
  chassis,
  vlan,
  switch: netSwitch,
  pdu,
  server,
  ippool,
  ipnet,
  range,
  ip,
  switch_connection: switchConnection,
  pdu_connection: pduConnection,
}
