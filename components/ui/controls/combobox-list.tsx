'use client'
import Check from 'lucide-react/icons/check'
import { useEffect, useRef } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { cn } from '../class-names.ts'
import { Kbd } from '../display/kbd.tsx'
import { TextLink } from '../display/text.tsx'
import { shortcuts } from '../shortcuts.ts'
import { Button } from './button.tsx'
import type { Option, OptionsState } from './use-options.ts'

export type OptionListProps = {
  id: string
  state: OptionsState & { retry: () => void }
  /** The row the arrow keys stand on. */
  at: number
  chosen: readonly string[]
  onPick: (option: Option) => void
  onPoint: (at: number) => void
}

/** The open list of a typeahead: what was found, or why nothing is. */
export function OptionList({ id, state, at, chosen, onPick, onPoint }: OptionListProps) {
  const t = useTranslations('ui')
  const format = useFormatter()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])

  if (state.status === 'failed') {
    return (
      <div role="alert" className="flex items-center gap-2 px-2 py-1 text-12 text-fault-fg">
        <span className="min-w-0 flex-1">{state.cause}</span>
        <Button size="sm" onClick={state.retry}>
          {t('tryAgain')}
        </Button>
      </div>
    )
  }
  const more = state.size - state.list.length
  return (
    <>
      <div ref={list} id={id} role="listbox" aria-label={t('options')} aria-busy={state.status === 'loading'}>
        {state.list.map((option, row) => (
          // The field keeps the focus; the keyboard is handled there (aria-activedescendant).
          // biome-ignore lint/a11y/useKeyWithClickEvents: see above
          <div
            key={option.value}
            id={`${id}-${row}`}
            role="option"
            tabIndex={-1}
            aria-selected={chosen.includes(option.value)}
            aria-disabled={option.disabledReason ? true : undefined}
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => onPoint(row)}
            onClick={() => onPick(option)}
            className={cn(
              'flex min-h-7 cursor-default items-center gap-2 rounded-sm px-2 py-1 coarse:min-h-11',
              row === at && 'bg-hover',
              option.disabledReason && 'text-fg-3',
            )}
          >
            <span className="min-w-0 truncate">{option.label}</span>
            <span className="min-w-0 truncate text-12 text-fg-3">{option.disabledReason ?? option.hint}</span>
            {chosen.includes(option.value) ? <Check className="ml-auto size-3.5 text-accent-text" /> : null}
          </div>
        ))}
      </div>
      {state.status === 'loading' && state.list.length === 0 ? (
        <div className="animate-late px-2 py-1 text-12 text-fg-3">{t('searching')}</div>
      ) : null}
      {state.status === 'ready' && state.list.length === 0 ? (
        <div role="status" className="px-2 py-1 text-12 text-fg-3">
          {state.none ? t('noneYet') : t('nothingFound')}
          {state.none && state.addAt ? (
            <>
              {' '}
              <TextLink href={state.addAt} target="_blank">
                {t('addFirst')}
              </TextLink>{' '}
              <Kbd>{shortcuts.open}</Kbd>
            </>
          ) : null}
        </div>
      ) : null}
      {more > 0 ? (
        <div className="px-2 py-1 text-12 text-fg-3">{t('moreMatch', { count: format.number(more) })}</div>
      ) : null}
    </>
  )
}
