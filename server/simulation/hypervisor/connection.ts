import type { NodeConnection } from '../../drivers/hypervisor/types.ts'
import type { DummyCall } from './calls.ts'
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
import { faultyNodes, type NodeFault } from './faults.ts'
import { DummyLink } from './link.ts'
import { hostKeyOf } from './model.ts'
import type { DummyNode } from './node.ts'
import type { NodeState } from './state.ts'

class Connection implements DummyCall {
  readonly hostKey: string
  readonly closed: Promise<Error | null>
  readonly node: DummyNode
  readonly link: DummyLink
  readonly fault: NodeFault | undefined

  constructor(node: DummyNode, state: NodeState) {
    this.node = node
    this.link = new DummyLink(node, state)
    this.fault = faultyNodes[node.name]
    this.hostKey = hostKeyOf(node.name)
    this.closed = this.link.closed
  }

  close(): void {
    this.link.close()
  }
}

Object.assign(Connection.prototype, {
  ...nodeSystem,
  ...readings,
  ...definitions,
  ...power,
  ...guests,
  ...consoles,
  ...volumes,
  ...captures,
  ...diskExports,
  ...diskMoves,
  ...images,
  ...servedVolumes,
  ...utilityGuests,
} satisfies Omit<NodeConnection, keyof Connection>)

export type DummyConnection = Connection & NodeConnection

/** A connection to a simulated node: answers like a real one, from its state. */
export const DummyConnection = Connection as {
  new (node: DummyNode, state: NodeState): DummyConnection
  readonly prototype: DummyConnection
}
