'use client'
import { useEffect, useRef } from 'react'
import { cn } from '../ui/class-names.ts'
import type { LayoutId } from './keys/layouts.ts'
import { previewParts } from './keys/paste.ts'

const box = 'mono col-start-1 row-start-1 px-2.5 py-2 leading-[18px] break-words whitespace-pre-wrap'

/** Where the text is pasted; signs that would be lost are marked in it. */
export function PasteText(props: {
  label: string
  value: string
  onChange: (text: string) => void
  layout: LayoutId
  disabled: boolean
}) {
  const { label, value, onChange, layout, disabled } = props
  const input = useRef<HTMLTextAreaElement>(null)
  const behind = useRef<HTMLDivElement>(null)
  useEffect(() => input.current?.focus(), [])
  // The offset of a part in the text is its identity.
  let offset = 0
  const parts = previewParts(value, layout).map((part) => {
    const at = offset
    offset += part.text.length
    return { ...part, at }
  })
  return (
    <div className="grid h-24 resize-y overflow-hidden rounded-md border border-line-control bg-bg focus-within:border-transparent focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-focus">
      <div ref={behind} aria-hidden="true" className={cn(box, 'overflow-hidden text-transparent')}>
        {parts.map((part) =>
          part.typed ? (
            part.text
          ) : (
            <mark key={part.at} className="rounded-xs bg-warn-tint text-transparent ring-1 ring-warn-line">
              {part.text}
            </mark>
          ),
        )}
      </div>
      <textarea
        ref={input}
        aria-label={label}
        value={value}
        readOnly={disabled}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        onChange={(event) => onChange(event.target.value)}
        onScroll={(event) => {
          if (behind.current) behind.current.scrollTop = event.currentTarget.scrollTop
        }}
        className={cn(box, 'resize-none overflow-y-auto bg-transparent text-fg outline-none')}
      />
    </div>
  )
}
