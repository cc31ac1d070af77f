'use client'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSaid } from '../../i18n/said.tsx'
import type { StateKind } from '../../ui/display/state-mark.tsx'
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
export function useLinkLabels(state: LinkState): { short: string; cause: string | null } {
  const t = useTranslations('console')
  const seconds = useSecondsTo(state.at === 'waiting' ? state.retryAt : null)
  const said = useSaid()
  const short = state.at === 'waiting' ? t('state.waiting', { seconds }) : t(`state.${state.at}`)
  const why =
    state.at === 'connecting' ? state.after : state.at === 'waiting' || state.at === 'closed' ? state : undefined
  if (!why) return { short, cause: null }
  // The gateway's own words name the node and the fault; ours are for what it cannot say.
  const isOurs = why.words === '' || ['signed_out', 'restart', 'lost', 'ended'].includes(why.reason)
  return { short, cause: isOurs ? t(`reason.${why.reason}`) : said(why.words) }
}
