'use client'
import ChevronDown from 'lucide-react/icons/chevron-down'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { cn } from '../class-names.ts'
import { Tag } from '../display/badge.tsx'
import { floatClass } from '../floating/float-class.ts'
import { OptionList } from './combobox-list.tsx'
import type { FieldParts } from './field.tsx'
import { bareInput, fieldBox } from './input.tsx'
import { type LoadOptions, type Option, useOptions } from './use-options.ts'

const loadLayer = () => import('../floating/popover-layer.tsx')
const PopoverLayer = lazy(loadLayer)

type Shared = Partial<FieldParts> & {
  name?: string
  load: LoadOptions
  placeholder?: string
  disabled?: boolean
  size?: 'sm' | 'md' | 'lg'
  autoFocus?: boolean
  onBlur?: () => void
  /** What stands in the field without having been chosen; empty when nothing does. */
  onTyped?: (text: string) => void
  'aria-label'?: string
}

export type ComboboxProps = Shared & {
  value: Option | null
  onValueChange: (value: Option | null) => void
  /** Shows the cross that empties the field. */
  clearable?: boolean
}

/** Picks one object by typing part of its name; the server searches. */
export function Combobox({ value, onValueChange, clearable, ...shared }: ComboboxProps) {
  const t = useTranslations('ui')
  return (
    <Typeahead
      {...shared}
      shown={value?.label ?? ''}
      chosen={value ? [value.value] : []}
      onPick={(option) => onValueChange(option)}
      after={
        clearable && value ? (
          <button
            type="button"
            aria-label={t('clear')}
            onClick={() => onValueChange(null)}
            className="flex text-fg-3 hover:text-fg"
          >
            <X className="size-3.5" />
          </button>
        ) : null
      }
    />
  )
}

export type MultiComboboxProps = Shared & { value: readonly Option[]; onValueChange: (value: Option[]) => void }

/** Picks several; each becomes a tag. Backspace in the empty field takes the last one away. */
export function MultiCombobox({ value, onValueChange, ...shared }: MultiComboboxProps) {
  const t = useTranslations('ui')
  const drop = (gone: Option) => onValueChange(value.filter((one) => one.value !== gone.value))
  return (
    <Typeahead
      {...shared}
      stays
      shown=""
      chosen={value.map((one) => one.value)}
      onPick={(option) =>
        value.some((one) => one.value === option.value) ? drop(option) : onValueChange([...value, option])
      }
      onBackspace={() => {
        const last = value.at(-1)
        if (last) drop(last)
      }}
      before={value.map((one) => (
        <Tag key={one.value} remove={{ label: t('remove', { what: one.label }), onRemove: () => drop(one) }}>
          {one.label}
        </Tag>
      ))}
    />
  )
}

type TypeaheadProps = Shared & {
  /** Text of the field while it is not being edited. */
  shown: string
  chosen: readonly string[]
  onPick: (option: Option) => void
  onBackspace?: () => void
  /** The list stays open after a pick from the whole of it. */
  stays?: boolean
  before?: ReactNode
  after?: ReactNode
}

function Typeahead(props: TypeaheadProps) {
  const {
    load,
    placeholder,
    disabled,
    size,
    onBlur,
    onTyped,
    shown,
    chosen,
    onPick,
    onBackspace,
    stays,
    before,
    after,
    ...parts
  } = props
  const t = useTranslations('ui')
  const [open, setOpen] = useState(false)
  const [query, type] = useState('')
  const setQuery = (text: string) => {
    type(text)
    onTyped?.(text.trim())
  }
  const [at, setAt] = useState(0)
  const listId = useId()
  const box = useRef<HTMLSpanElement>(null)
  const options = useOptions(load, query, open)
  const active = options.list[at]

  const close = () => {
    setOpen(false)
    setQuery('')
    setAt(0)
  }
  const pick = (option: Option) => {
    if (option.disabledReason) return
    // Before the choice is reported: a "nothing chosen" must not come after it.
    setQuery('')
    // What was found by name is done; the whole list stays open for the next choice.
    if (!stays || query !== '') close()
    onPick(option)
  }
  /** Left without choosing: a name typed in full is the choice, anything else stays in sight. */
  const leave = () => {
    const text = query.trim().toLowerCase()
    if (text === '') return close()
    const named = options.list.filter((one) => one.label.toLowerCase() === text && !one.disabledReason)
    if (named.length === 1 && named[0]) pick(named[0])
    setOpen(false)
  }
  /** What is pressed in the list with a pointer is done with Enter: Tab leaves it. */
  const enter = () => {
    if (active) pick(active)
    else if (options.status === 'failed') options.retry()
    else if (options.status === 'ready' && options.none && options.addAt)
      window.open(options.addAt, '_blank', 'noopener')
  }
  const keys = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Backspace' && query === '' && onBackspace) return onBackspace()
    if (event.key === 'Escape' && open) {
      event.stopPropagation()
      event.preventDefault()
      return close()
    }
    if (event.key === 'Tab' && open) return leave()
    if (event.key === 'Enter' && open) {
      event.preventDefault()
      return enter()
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    if (!open) return setOpen(true)
    const last = options.list.length - 1
    setAt((now) => (event.key === 'ArrowDown' ? Math.min(last, now + 1) : Math.max(0, now - 1)))
  }
  return (
    <>
      <span
        ref={box}
        className={cn(fieldBox({ size }), before && 'h-auto min-h-(--ctl-h) flex-wrap gap-1 px-1 py-[3px]')}
      >
        {before}
        <input
          {...parts}
          role="combobox"
          aria-expanded={open}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={open && active ? `${listId}-${at}` : undefined}
          autoComplete="off"
          spellCheck={false}
          disabled={disabled}
          className={cn(bareInput, before && 'min-w-20 pl-1')}
          placeholder={open && shown ? shown : (placeholder ?? (before ? undefined : t('typeToFind')))}
          value={open || query !== '' ? query : shown}
          onChange={(event) => {
            setOpen(true)
            setAt(0)
            setQuery(event.target.value)
          }}
          onClick={() => setOpen(true)}
          onFocus={() => void loadLayer()}
          onKeyDown={keys}
          onBlur={onBlur}
        />
        {after}
        {before ? null : <ChevronDown className="size-3.5 text-fg-3" />}
      </span>
      {open ? (
        <Suspense>
          <PopoverLayer
            role="presentation"
            anchor={box}
            onClose={leave}
            className={cn(
              floatClass,
              'z-50 max-h-72 w-(--radix-popover-trigger-width) min-w-56 animate-pop overflow-y-auto p-1',
            )}
          >
            <OptionList id={listId} state={options} at={at} chosen={chosen} onPick={pick} onPoint={setAt} />
          </PopoverLayer>
        </Suspense>
      ) : null}
    </>
  )
}
