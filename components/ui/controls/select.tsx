'use client'
import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { type KeyboardEvent, lazy, type ReactNode, type Ref, Suspense, useEffect, useId, useRef, useState } from 'react'
import { cn } from '../class-names.ts'
import { floatClass } from '../floating/float-class.ts'
import { fieldBox } from './input.tsx'
import { findTyped, pressSelect } from './select-keys.ts'

const loadLayer = () => import('../floating/popover-layer.tsx')
const PopoverLayer = lazy(loadLayer)

export type SelectOption<Value extends string = string> = {
  value: Value
  label: string
  hint?: ReactNode
  disabled?: boolean
}

export type SelectProps<Value extends string> = {
  value: Value | null
  onValueChange: (value: Value) => void
  options: readonly SelectOption<Value>[]
  placeholder?: string
  size?: 'sm' | 'md' | 'lg'
  disabled?: boolean
  id?: string
  name?: string
  className?: string
  ref?: Ref<HTMLButtonElement>
  'aria-label'?: string
  'aria-invalid'?: boolean
  'aria-required'?: boolean
  'aria-describedby'?: string
  onBlur?: () => void
}

/** One of a short, known list. Long or growing lists are a `Combobox`. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { value, onValueChange, options, placeholder, size, disabled, className, ref, onBlur, ...rest } = props
  const listId = useId()
  const box = useRef<HTMLSpanElement>(null)
  const typed = useRef({ text: '', at: 0 })
  const [open, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const chosen = options.findIndex((option) => option.value === value)

  const show = () => {
    setAt(chosen)
    setOpen(true)
  }
  const take = (place: number) => {
    const option = options[place]
    if (option && !option.disabled && option.value !== value) onValueChange(option.value)
    setOpen(false)
  }
  const type = (letter: string, now: number) => {
    // A pause of half a second begins a new word.
    const text = now - typed.current.at < 500 ? typed.current.text + letter : letter
    typed.current = { text, at: now }
    const found = findTyped(options, text, open ? at : chosen)
    if (found < 0) return
    if (open) setAt(found)
    else take(found)
  }
  const keys = (event: KeyboardEvent) => {
    const effect = pressSelect(event.key, open, at, options)
    const letter = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey
    if (effect.kind === 'none') {
      if (!letter) return
      type(event.key, event.timeStamp)
    } else if (effect.kind === 'open') show()
    else if (effect.kind === 'close') setOpen(false)
    else if (effect.kind === 'move') setAt(effect.at)
    else take(effect.at)
    if (effect.kind === 'leave') return
    event.preventDefault()
    // Esc closes the list, not the dialog around it.
    event.stopPropagation()
  }
  return (
    <>
      <span ref={box} className={cn('relative block', className)}>
        <button
          {...rest}
          ref={ref}
          type="button"
          role="combobox"
          aria-haspopup="listbox"
          aria-expanded={open}
          aria-controls={listId}
          aria-activedescendant={open && at >= 0 ? `${listId}-${at}` : undefined}
          disabled={disabled}
          onClick={() => (open ? setOpen(false) : show())}
          onPointerEnter={() => void loadLayer()}
          onFocus={() => void loadLayer()}
          onKeyDown={keys}
          onBlur={onBlur}
          className={cn(
            fieldBox({ size }),
            'w-full cursor-default text-left focus-visible:border-transparent focus-visible:-outline-offset-1',
            'disabled:border-line-strong disabled:bg-inset disabled:text-fg-3 aria-invalid:border-fault-fg',
          )}
        >
          <span className={cn('min-w-0 flex-1 truncate', chosen < 0 && 'text-fg-3')}>
            {options[chosen]?.label ?? placeholder ?? ' '}
          </span>
          <ChevronDown className="size-3.5 text-fg-3" />
        </button>
      </span>
      {open ? (
        <Suspense>
          <PopoverLayer
            role="presentation"
            anchor={box}
            onClose={() => setOpen(false)}
            className={cn(
              floatClass,
              'z-50 max-h-80 min-w-(--radix-popover-trigger-width) animate-pop overflow-y-auto p-1',
            )}
          >
            <Choices
              id={listId}
              label={rest['aria-label']}
              options={options}
              at={at}
              chosen={chosen}
              onTake={take}
              onPoint={setAt}
            />
          </PopoverLayer>
        </Suspense>
      ) : null}
    </>
  )
}

function Choices(props: {
  id: string
  label: string | undefined
  options: readonly SelectOption[]
  at: number
  chosen: number
  onTake: (at: number) => void
  onPoint: (at: number) => void
}) {
  const { id, label, options, at, chosen, onTake, onPoint } = props
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }, [at])
  return (
    <div ref={list} id={id} role="listbox" aria-label={label}>
      {options.map((option, place) => (
        // The button keeps the focus; the keyboard is handled there (aria-activedescendant).
        // biome-ignore lint/a11y/useKeyWithClickEvents: see above
        <div
          key={option.value}
          id={`${id}-${place}`}
          role="option"
          tabIndex={-1}
          aria-selected={place === chosen}
          aria-disabled={option.disabled}
          onMouseDown={(event) => event.preventDefault()}
          onMouseMove={() => (option.disabled ? undefined : onPoint(place))}
          onClick={() => (option.disabled ? undefined : onTake(place))}
          className={cn(
            'flex min-h-7 cursor-default items-center gap-2 rounded-sm px-2 py-1 select-none coarse:min-h-11',
            place === at && 'bg-hover',
            option.disabled && 'text-fg-3',
          )}
        >
          {option.label}
          {option.hint ? <span className="text-12 text-fg-3">{option.hint}</span> : null}
          {place === chosen ? <Check className="ml-auto size-3.5 text-accent-text" /> : null}
        </div>
      ))}
    </div>
  )
}
