'use client'
import { useSyncExternalStore } from 'react'

/** A password that the panel does not know any more: only this window, and only until it is taken note of. */
export type MadePassword = { user: string; password: string }

let made: ReadonlyMap<number, MadePassword> = new Map()
const listeners = new Set<() => void>()
const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

function put(next: ReadonlyMap<number, MadePassword>) {
  made = next
  for (const listener of listeners) listener()
}

/** Keeps the password of a new VM, for its page to show once. */
export const showPassword = (hostId: number, password: MadePassword) => put(new Map(made).set(hostId, password))

export function forgetPassword(hostId: number) {
  const next = new Map(made)
  next.delete(hostId)
  put(next)
}

export const useMadePassword = (hostId: number): MadePassword | undefined =>
  useSyncExternalStore(
    listen,
    () => made.get(hostId),
    () => undefined,
  )
