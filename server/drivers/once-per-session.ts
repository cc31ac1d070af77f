import type { SnmpSession } from '../protocols/snmp/session.ts'

type Read<T> = (session: SnmpSession, signal: AbortSignal, key: string) => Promise<T>

/** Reads what stays as it is while a device is spoken to, such as which row is which port, once in a session for each key. */
export function oncePerSession<T>(read: Read<T>): Read<T> {
  const sessions = new WeakMap<SnmpSession, Map<string, T>>()
  return async (session, signal, key) => {
    const known = sessions.get(session) ?? new Map<string, T>()
    sessions.set(session, known)
    const found = known.get(key) ?? (await read(session, signal, key))
    known.set(key, found)
    return found
  }
}
