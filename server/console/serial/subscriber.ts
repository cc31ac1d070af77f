import { Duplex } from 'node:stream'
import type { LineCommand, LineMessage, LineStart, LineStatus } from '../../domain/console/line.ts'
import type { ConsoleMode } from '../tickets.ts'

/** Who sits down at a line, and from where on he has not heard it yet. */
export type LineViewer = {
  account_id: number
  mode: ConsoleMode
  after?: { line: string; at: number } | undefined
}

/**
 * One viewer's end of a line: reads what is said, writes what he types. Emits `news` with a LineMessage. Destroying it is how he
 * leaves.
 */
export abstract class LineSeat extends Duplex {
  /** Where what is read begins. */
  abstract readonly start: LineStart
  /** How things are now. */
  abstract readonly status: LineStatus
  /** Why the line is over, when something went wrong. */
  fault: Error | null = null

  abstract command(command: LineCommand): void

  tell(message: LineMessage): void {
    if (!this.destroyed) this.emit('news', message)
  }

  /** The line is over; what it has said before is still read. */
  hangUp(fault: Error | null): void {
    this.fault ??= fault
    this.push(null)
  }
}
