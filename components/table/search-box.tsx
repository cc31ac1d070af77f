'use client'
import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Input } from '../ui/controls/input.tsx'
import { Kbd } from '../ui/display/kbd.tsx'

const pause = 200

/** Search as one types: the address follows 200 ms after the last key, and the text is never taken away meanwhile. */
export function SearchBox(props: {
  value: string
  onChange: (value: string) => void
  placeholder: string
  input: RefObject<HTMLInputElement | null>
  onLeave: () => void
}) {
  const { value, onChange, placeholder, input, onLeave } = props
  const t = useTranslations('table')
  const [text, setText] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const sent = useRef(value)
  useEffect(() => {
    // Only what came from elsewhere (Back, a view, "clear") replaces what stands in the field.
    if (value === sent.current) return
    sent.current = value
    setText(value)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])

  const send = (next: string) => {
    clearTimeout(timer.current)
    sent.current = next.trim()
    onChange(next.trim())
  }
  const type = (next: string) => {
    setText(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => send(next), pause)
  }
  return (
    <Input
      ref={input}
      size="sm"
      type="search"
      icon={<Search />}
      aria-label={placeholder}
      aria-keyshortcuts="/"
      placeholder={placeholder}
      value={text}
      boxClassName="w-64 flex-none phone:h-10 phone:w-auto phone:flex-1 phone:rounded-md phone:text-13"
      onChange={(event) => type(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') send(text)
        else if (event.key === 'Escape' && text !== '') {
          setText('')
          send('')
        } else if (event.key === 'Escape' || event.key === 'ArrowDown') onLeave()
        else return
        event.preventDefault()
        event.stopPropagation()
      }}
      unit={
        text ? (
          <button
            type="button"
            aria-label={t('clearSearch')}
            onClick={() => {
              setText('')
              send('')
            }}
            className="flex hover:text-fg"
          >
            <X className="size-3.5" />
          </button>
        ) : (
          <Kbd className="h-4 min-w-4">/</Kbd>
        )
      }
    />
  )
}
