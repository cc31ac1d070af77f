'use client'
import { Slider as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

export type SliderProps = {
  value: number
  onValueChange: (value: number) => void
  /** The stops, in order. They stand at equal distances whatever their size: 1, 4, 8, 16, 32, 64. */
  stops: readonly number[]
  label: string
  format?: (value: number) => ReactNode
}

/** Chooses an amount between named stops; put a `NumberInput` beside it for the exact one. */
export function Slider({ value, onValueChange, stops, label, format = String }: SliderProps) {
  const last = stops.length - 1
  return (
    <div>
      <Radix.Root
        aria-label={label}
        value={[toPlace(value, stops)]}
        onValueChange={([place]) => onValueChange(fromPlace(place ?? 0, stops))}
        min={0}
        max={last}
        step={0.01}
        className="relative flex h-4 touch-none items-center select-none"
      >
        <Radix.Track className="relative h-0.5 flex-1 rounded-[1px] bg-line-strong">
          <Radix.Range className="absolute h-full rounded-[1px] bg-accent" />
        </Radix.Track>
        <Radix.Thumb
          aria-label={label}
          aria-valuetext={String(value)}
          className="block size-3.5 rounded-full border-[1.5px] border-accent bg-bg"
        />
      </Radix.Root>
      <div className="num mt-0.5 flex justify-between text-[10px] leading-3 text-fg-3" aria-hidden="true">
        {stops.map((stop) => (
          <span key={stop}>{format(stop)}</span>
        ))}
      </div>
    </div>
  )
}

/** Where an amount stands between the stops, 0 to last. */
export function toPlace(value: number, stops: readonly number[]): number {
  for (let at = 1; at < stops.length; at++) {
    const low = stops[at - 1] ?? 0
    const high = stops[at] ?? low
    if (value <= high) return at - 1 + (high > low ? Math.max(0, value - low) / (high - low) : 0)
  }
  return stops.length - 1
}

/** The whole amount at a place between the stops. */
export function fromPlace(place: number, stops: readonly number[]): number {
  const at = Math.min(Math.floor(place), stops.length - 2)
  const low = stops[at] ?? 0
  const high = stops[at + 1] ?? low
  return Math.round(low + (place - at) * (high - low))
}
