'use client'
import { useSyncExternalStore } from 'react'

const watch = (query: string) => (changed: () => void) => {
  const list = window.matchMedia(query)
  list.addEventListener('change', changed)
  return () => list.removeEventListener('change', changed)
}

const phone = '(width < 720px)'
const watchPhone = watch(phone)

/** True on a screen as narrow as a telephone; false while the server renders. */
export const useIsPhone = (): boolean =>
  useSyncExternalStore(
    watchPhone,
    () => window.matchMedia(phone).matches,
    () => false,
  )
