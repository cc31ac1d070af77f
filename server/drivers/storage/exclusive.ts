import type { SshConnection } from '../../protocols/ssh/connection.ts'

/** Does work that is done once at a time, whichever process of the panel does it and on whichever node. */
export type Exclusively = <T>(key: string, work: () => Promise<T>, signal: AbortSignal) => Promise<T>

const ways = new WeakMap<SshConnection, Exclusively>()

/** Says how work is kept apart that a connection does; without it nothing is. */
export const keepApart = (ssh: SshConnection, way: Exclusively | undefined): void => {
  if (way) ways.set(ssh, way)
}

/** See `Exclusively`. */
export const exclusively = <T>(
  ssh: SshConnection,
  key: string,
  work: () => Promise<T>,
  signal: AbortSignal,
): Promise<T> => ways.get(ssh)?.(key, work, signal) ?? work()
