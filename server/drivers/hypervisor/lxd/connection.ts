import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import type { NodeConnection } from '../types.ts'
import { captures } from './connection/captures.ts'
import { consoles } from './connection/consoles.ts'
import { definitions } from './connection/definitions.ts'
import { diskExports } from './connection/exports.ts'
import { guests } from './connection/guests.ts'
import { images } from './connection/images.ts'
import { diskMoves } from './connection/moves.ts'
import { nodeSystem } from './connection/node.ts'
import { power } from './connection/power.ts'
import { readings } from './connection/readings.ts'
import { servedVolumes } from './connection/served.ts'
import { utilityGuests } from './connection/utility-guests.ts'
import { volumes } from './connection/volumes.ts'
import { LxdNode } from './lxd-node.ts'

/** A node with LXD: one SSH connection, and LXD's REST API through it. */
export function lxdConnection(ssh: SshConnection): NodeConnection {
  const node = new LxdNode(ssh)
  return {
    hostKey: ssh.hostKey,
    closed: node.closed,
    close: () => node.close(),
    ...nodeSystem(node),
    ...readings(node),
    ...definitions(node),
    ...power(node),
    ...guests(node),
    ...consoles(node),
    ...volumes(node),
    ...captures(node),
    ...diskExports(node),
    ...diskMoves(),
    ...images(node),
    ...servedVolumes(),
    ...utilityGuests(),
  }
}
