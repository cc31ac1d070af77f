'use client'
import { type ReactNode, Suspense, useState } from 'react'

/** What an action asks before it is done: `ask` opens the dialog that `render` makes of the question. */
export function useAsking<Asked>(render: (asked: Asked, close: () => void) => ReactNode) {
  const [asked, ask] = useState<Asked | null>(null)
  const dialogs: ReactNode = asked === null ? null : <Suspense>{render(asked, () => ask(null))}</Suspense>
  return { ask, dialogs }
}
