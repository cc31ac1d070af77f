import { Duplex } from 'node:stream'
import type { LineCommand, LineMessage, LineStart, LineStatus } from '../../domain/console/line.ts'
import type { ConsoleMode } from '../tickets.ts'

/** A viewer that joins a line, and where it stopped reading earlier. */
export type LineViewer = {
  account_id: number
  mode: ConsoleMode
  after?: { line: string; at: number } | undefined
}

/**
 * One viewer's subscription to a line: reads output, writes input. Emits `message` with a LineMessage. Destroying it
 * leaves the line.
 */
export abstract class LineSubscriber extends Duplex {
  /** Position of the first byte that is read. */
  abstract readonly start: LineStart
  /** Current status for this viewer. */
  abstract readonly status: LineStatus
  /** Why the line was closed, if it failed. */
  fault: Error | null = null

  abstract command(command: LineCommand): void

  notify(message: LineMessage): void {
    if (!this.destroyed) this.emit('message', message)
  }

  /** Closes the subscription; output received before is still read. */
  close(fault: Error | null): void {
    this.fault ??= fault
    this.push(null)
  }
}
