'use client'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../../ui/controls/button.tsx'
import { Input } from '../../ui/controls/input.tsx'
import { type Frame, findIn, transcriptOf } from './tape.ts'

/** Finds words in the output of a line, and goes to the moment at which they were there. */
export function PlayerSearch(props: {
  frames: readonly Frame[]
  at: number
  onFound: (ms: number, words: string) => void
}) {
  const { frames, at, onFound } = props
  const t = useTranslations('recordings.player')
  const [words, setWords] = useState('')
  const sought = useDeferredValue(words)
  const isAsked = sought !== ''
  const transcript = useMemo(() => (isAsked ? transcriptOf(frames) : null), [isAsked, frames])
  const found = useMemo(() => (transcript ? findIn(transcript, sought, frames) : []), [transcript, sought, frames])
  const [chosen, setChosen] = useState(-1)
  const go = (step: 1 | -1) => {
    if (found.length === 0) return
    // From where it stands, when nothing was chosen yet.
    const first = step > 0 ? found.findIndex((ms) => ms > at) : found.findLastIndex((ms) => ms < at)
    const next = chosen < 0 ? Math.max(0, first) : (chosen + step + found.length) % found.length
    setChosen(next)
    onFound(found[next] ?? 0, sought)
  }
  return (
    <search className="flex items-center gap-1">
      <Input
        boxClassName="w-44"
        aria-label={t('search')}
        placeholder={t('search')}
        value={words}
        onChange={(event) => {
          setWords(event.target.value)
          setChosen(-1)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') go(event.shiftKey ? -1 : 1)
        }}
      />
      <IconButton label={t('earlier')} onClick={() => go(-1)}>
        <ChevronUp />
      </IconButton>
      <IconButton label={t('later')} onClick={() => go(1)}>
        <ChevronDown />
      </IconButton>
      <span role="status" className="num min-w-14 text-12 text-fg-3">
        {isAsked ? (chosen < 0 ? t('found', { count: found.length }) : `${chosen + 1} / ${found.length}`) : ''}
      </span>
    </search>
  )
}
