'use client'
import { type ComponentProps, useEffect, useState } from 'react'
import { Input, type InputProps } from './input.tsx'
import { parseNumber, step as stepped } from './number-text.ts'

export type NumberInputProps = Omit<
  InputProps,
  'type' | 'value' | 'onChange' | 'unit' | 'min' | 'max' | 'step' | 'defaultValue'
> & {
  value: number | null
  /** `null` while the field is empty, `NaN` while it holds something else than a number. */
  onValueChange: (value: number | null) => void
  unit?: ComponentProps<typeof Input>['unit']
  min?: number
  max?: number
  step?: number
}

/** A number with its unit in sight. Accepts "1 200", "1,5"; arrow keys step; nothing is corrected while a person types. */
export function NumberInput(props: NumberInputProps) {
  const { value, onValueChange, min, max, step = 1, onBlur, onKeyDown, ...rest } = props
  const [text, setText] = useState(value === null ? '' : String(value))
  useEffect(() => {
    setText((now) => (Object.is(parseNumber(now), value) ? now : value === null ? '' : String(value)))
  }, [value])
  const set = (next: number) => {
    setText(String(next))
    onValueChange(next)
  }
  return (
    <Input
      {...rest}
      type="text"
      inputMode="decimal"
      role="spinbutton"
      aria-valuenow={Number.isNaN(value) ? undefined : (value ?? undefined)}
      aria-valuemin={min}
      aria-valuemax={max}
      value={text}
      className="num"
      onChange={(event) => {
        setText(event.target.value)
        onValueChange(parseNumber(event.target.value))
      }}
      onBlur={(event) => {
        if (value !== null && !Number.isNaN(value)) setText(String(value))
        onBlur?.(event)
      }}
      onKeyDown={(event) => {
        onKeyDown?.(event)
        if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
        event.preventDefault()
        set(stepped(value, (event.key === 'ArrowUp' ? 1 : -1) * step * (event.shiftKey ? 10 : 1), { min, max }))
      }}
    />
  )
}
