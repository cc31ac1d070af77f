import type { SnmpSession } from '../protocols/snmp/session.ts'

type Read<T> = (session: SnmpSession, signal: AbortSignal) => Promise<T>

/** Reads what stays as it is while a device is spoken to (which row is which port) once in a session. */
export function oncePerSession<T>(read: Read<T>): Read<T> {
  const known = new WeakMap<SnmpSession, T>()
  return async (session, signal) => {
    const found = known.get(session) ?? (await read(session, signal))
    known.set(session, found)
    return found
  }
}
