import type { NodeFault } from './faults.ts'
import type { DummyLink } from './link.ts'
import type { DummyNode } from './node.ts'

/** What each call finds in the connection that it belongs to. */
export type DummyCall = {
  readonly node: DummyNode
  readonly link: DummyLink
  readonly fault: NodeFault | undefined
}

/** A family of calls of a connection. They stand in its prototype, where tests take hold of them. */
export type DummyCalls<Family> = Family & ThisType<DummyCall & Family>
