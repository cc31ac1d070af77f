import type { Connection } from 'ssh2'

/** Turns Nagle's algorithm off: else each answer waits for the delayed acknowledgement of the one before, 40 ms. The types of ssh2 lack it. */
export function answerAtOnce(client: Connection): void {
  const { setNoDelay } = client as Connection & { setNoDelay(on: boolean): void }
  setNoDelay.call(client, true)
}
