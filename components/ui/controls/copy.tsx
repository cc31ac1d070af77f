'use client'
import Check from 'lucide-react/icons/check'
import CopySign from 'lucide-react/icons/copy'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { cn } from '../class-names.ts'
import { Button, IconButton } from './button.tsx'
import { writeClipboard } from './clipboard.ts'

function useCopy(text: string) {
  const [done, setDone] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const copy = async () => {
    if (!(await writeClipboard(text))) return
    setDone(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setDone(false), 1500)
  }
  return { done, copy }
}

/** Copies `text`; the sign turns into a tick for a moment. */
export function CopyButton({
  text,
  label,
  withWord,
}: {
  text: string
  label?: string
  /** Quiet beside what is copied; `head` as one of the buttons of a page. */
  withWord?: boolean | 'head'
}) {
  const t = useTranslations('ui')
  const { done, copy } = useCopy(text)
  const sign = done ? <Check /> : <CopySign />
  const word = done ? t('copied') : (label ?? t('copy'))
  if (withWord) {
    return (
      <Button {...(withWord !== 'head' && { kind: 'quiet', size: 'sm' })} icon={sign} onClick={copy}>
        {word}
      </Button>
    )
  }
  return (
    <IconButton label={word} size="sm" onClick={copy} className="h-5 w-5 text-fg-3 [&>svg]:size-3.5">
      {sign}
    </IconButton>
  )
}

/** A fact that is copied by a click on it: address, serial, id. */
export function Copyable({ text, children, mono = true }: { text: string; children?: ReactNode; mono?: boolean }) {
  const t = useTranslations('ui')
  const { done, copy } = useCopy(text)
  return (
    <button
      type="button"
      onClick={copy}
      title={done ? t('copied') : t('copyThis', { text })}
      className={cn('group inline-flex max-w-full items-center gap-1.5 rounded-xs text-left', mono && 'mono')}
    >
      <span className="truncate">{children ?? text}</span>
      {done ? (
        <Check className="size-3.5 text-ok-solid" />
      ) : (
        <CopySign className="size-3.5 text-fg-3 group-hover:text-fg" />
      )}
      <span role="status" className="sr-only">
        {done ? t('copied') : ''}
      </span>
    </button>
  )
}

/** A command to be run elsewhere, with its copy button. */
export function CommandLine({ command }: { command: string }) {
  return (
    <div className="flex min-h-9 items-center gap-3 overflow-hidden rounded-md border border-line bg-subtle py-1 pr-2 pl-3">
      <code className="mono min-w-0 flex-1 wrap-anywhere">{command}</code>
      <CopyButton text={command} withWord />
    </div>
  )
}
