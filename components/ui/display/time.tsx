'use client'
import { useSyncExternalStore } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { clock, roughly } from './time-labels.ts'

// One timer for the whole page; each time on it redraws only when its own words change.
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

function everySecond(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => {
    for (const call of listeners) call()
  }, 1000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

export type Moment = Date | string | number

/** A moment as words that keep up: "14 min ago", "in 4 s". The exact time shows on hover. */
export function RelativeTime({ at }: { at: Moment }) {
  const t = useTranslations('ui.time')
  const date = new Date(at)
  const title = useExact(date, exact)
  const words = () => {
    const seconds = (Date.now() - date.getTime()) / 1000
    const { count, unit } = roughly(Math.abs(seconds))
    if (count === 0) return t('now')
    return seconds < 0 ? t('in', { span: t(unit, { count }) }) : t('ago', { span: t(unit, { count }) })
  }
  const text = useSyncExternalStore(everySecond, words, () =>
    Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10),
  )
  if (Number.isNaN(date.getTime())) return null
  return (
    <time dateTime={date.toISOString()} title={title} className="num">
      {text}
    </time>
  )
}

const exact = { dateStyle: 'medium', timeStyle: 'long' } as const
const medium = { dateStyle: 'medium', timeStyle: 'medium' } as const
const noChange = () => () => {}

/** A moment in the browser's zone. The server does not know that zone: it writes the ISO form, the browser replaces it. */
function useExact(date: Date, style: typeof exact | typeof medium): string {
  const format = useFormatter()
  const valid = !Number.isNaN(date.getTime())
  return useSyncExternalStore(
    noChange,
    () => (valid ? format.dateTime(date, style) : ''),
    () => (valid ? date.toISOString() : ''),
  )
}

/** The present moment in ms, to the second, for what is drawn by it; while it does not tick it costs nothing. */
export function useNow(ticking: boolean): number {
  const second = useSyncExternalStore(
    ticking ? everySecond : noChange,
    () => (ticking ? Math.floor(Date.now() / 1000) : 0),
    () => 0,
  )
  return second * 1000
}

/** How long something runs already, to the second. */
export function RunningFor({ since }: { since: Moment }) {
  const from = new Date(since).getTime()
  const text = useSyncExternalStore(
    everySecond,
    () => clock((Date.now() - from) / 1000),
    () => clock(0),
  )
  return <span className="num">{text}</span>
}

/** A length of time in words, from seconds: "36 s", "14 min", "2 h". */
export function Duration({ seconds }: { seconds: number }) {
  const t = useTranslations('ui.time')
  const { count, unit } = roughly(seconds)
  return <span className="num">{t(unit, { count })}</span>
}

/** A moment in full, in the reader's zone and language. */
export function ExactTime({ at }: { at: Moment }) {
  const date = new Date(at)
  const text = useExact(date, medium)
  if (Number.isNaN(date.getTime())) return null
  return (
    <time dateTime={date.toISOString()} className="num">
      {text}
    </time>
  )
}
