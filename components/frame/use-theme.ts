import { useSyncExternalStore } from 'react'
import { applyTheme, type Theme } from './remembered.ts'

/** What was chosen since this document came; before that, the theme it was drawn with holds. */
let chosen: Theme | null = null
const listeners = new Set<() => void>()

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const choose = (theme: Theme): void => {
  applyTheme(theme)
  chosen = theme
  for (const listener of listeners) listener()
}

/** The theme and its change, the same in every place that offers the choice. */
export function useTheme(drawn: Theme): readonly [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore(
    subscribe,
    () => chosen ?? drawn,
    () => drawn,
  )
  return [theme, choose]
}
