'use client'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { StateKind } from '../../ui/state-mark.tsx'
import type { LinkState } from './console-link.ts'

/** Seconds until a moment, counted down. */
function useSecondsTo(moment: number | null): number {
  const left = () => (moment === null ? 0 : Math.max(0, Math.ceil((moment - Date.now()) / 1000)))
  const [, tick] = useState(0)
  useEffect(() => {
    if (moment === null) return
    const timer = setInterval(() => tick((n) => n + 1), 250)
    return () => clearInterval(timer)
  }, [moment])
  return left()
}

export const linkMark = {
  idle: 'off',
  connecting: 'run',
  open: 'on',
  waiting: 'warn',
  closed: 'fault',
} satisfies Record<LinkState['at'], StateKind>

/** State of a connection in words: what it does, and why. */
export function useLinkWords(state: LinkState): { short: string; cause: string | null } {
  const t = useTranslations('console')
  const seconds = useSecondsTo(state.at === 'waiting' ? state.retryAt : null)
  const short = state.at === 'waiting' ? t('state.waiting', { seconds }) : t(`state.${state.at}`)
  if (state.at !== 'waiting' && state.at !== 'closed') return { short, cause: null }
  // The gateway's own words name the node and the fault; ours are for what it cannot say.
  const isOurs = state.words === '' || ['signed_out', 'restart', 'lost', 'ended'].includes(state.reason)
  return { short, cause: isOurs ? t(`reason.${state.reason}`) : state.words }
}
