import { createHash } from 'node:crypto'

/** QEMU passes through, others need not read. */
export const SERVED = '/run/datahall/served'
/** Name of what is served. */
export const SERVED_NAME = 'disk'

/** Where what a volume stands on is served: a name of its own for each volume. */
export const servedKey = (path: string): string => createHash('sha256').update(path).digest('hex').slice(0, 24)

/** The same as QEMU opens it. */
export const servedAddress = (path: string): string =>
  `nbd+unix:///${SERVED_NAME}?socket=${SERVED}/${servedKey(path)}.sock`
