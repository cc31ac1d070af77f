'use client'
import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useRef } from 'react'
import { isShortcut, isTyping, letterOf, shortcuts } from '../ui/shortcuts.ts'
import type { NavGroup } from './nav.ts'

/** So long `g` waits for its letter, in ms. */
const PATIENCE = 1500

type KeyRuns = { palette: () => void; navigation: () => void; help: () => void }

/** Keys of every page: the palette, the navigation, the list of keys, and `g` with the letter of a page. */
export function useKeys(nav: readonly NavGroup[], runs: KeyRuns) {
  const router = useRouter()
  const since = useRef(Number.NEGATIVE_INFINITY)
  const keys = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented) return
    const run = keyRun(event, runs) ?? (isTyping(event) ? undefined : go(event))
    if (!run) return
    event.preventDefault()
    run()
  })
  const go = (event: KeyboardEvent) => {
    const waited = event.timeStamp - since.current
    since.current = Number.NEGATIVE_INFINITY
    if (isShortcut(event, shortcuts.help)) return runs.help
    const letter = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey ? '' : letterOf(event)
    const entry = nav.flatMap(({ entries }) => entries).find((one) => one.letter === letter)
    if (waited < PATIENCE && entry) return () => router.push(entry.href)
    if (letter === 'g') since.current = event.timeStamp
    return undefined
  }
  useEffect(() => {
    window.addEventListener('keydown', keys)
    return () => window.removeEventListener('keydown', keys)
  }, [])
}

const keyRun = (event: KeyboardEvent, { palette, navigation }: KeyRuns) => {
  if (isShortcut(event, shortcuts.palette)) return palette
  return isShortcut(event, shortcuts.navigation) ? navigation : undefined
}
