'use client'
import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import type { StateKind } from '../display/state-mark.tsx'

export type ToastProps = {
  kind?: StateKind
  title: ReactNode
  detail?: ReactNode
  action?: { label: string; onSelect: () => void }
}

const load = () => import('./toaster.tsx')
const Shelf = lazy(load)

let wanted = false
const listeners = new Set<() => void>()
const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Put once at the root; what draws the toasts is loaded with the first of them. */
export function Toaster({ label }: { label: string }) {
  const shown = useSyncExternalStore(
    listen,
    () => wanted,
    () => false,
  )
  return shown ? (
    <Suspense>
      <Shelf label={label} />
    </Suspense>
  ) : null
}

/**
 * Only for what the person started and the page does not already show, with a way back. A fault stays until it is
 * closed; the rest goes after 6 s.
 */
export function toast(message: ToastProps): void {
  wanted = true
  for (const listener of listeners) listener()
  void load().then(({ show }) => show(message))
}
