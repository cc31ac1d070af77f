'use client'
import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from 'react'
import { cn } from '../class-names.ts'

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'ref'> & {
  /** Some of several are ticked. */
  mixed?: boolean
  /** The word beside it. Without it give `aria-label`. */
  children?: ReactNode
  hint?: ReactNode
}

/** A real checkbox, drawn by us: 14 px, in a label when it has a word. */
export function Checkbox({ mixed = false, children, hint, className, ...rest }: CheckboxProps) {
  const ownId = useId()
  const id = rest.id ?? ownId
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current) input.current.indeterminate = mixed
  }, [mixed])
  const box = (
    <span
      className={cn(
        'relative inline-grid size-3.5 flex-none place-items-center align-middle',
        children !== undefined && 'mt-[3px]',
        className,
      )}
    >
      <input
        {...rest}
        id={id}
        ref={input}
        type="checkbox"
        className="peer absolute inset-0 m-0 size-full appearance-none rounded-[3px] border border-line-control bg-bg before:absolute before:-inset-1.5 before:content-[''] checked:border-accent checked:bg-accent indeterminate:border-accent indeterminate:bg-accent disabled:opacity-45"
      />
      <svg
        viewBox="0 0 16 16"
        fill="none"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        className="pointer-events-none relative hidden size-2.5 stroke-accent-on stroke-[2.25] peer-checked:block peer-indeterminate:block"
      >
        {mixed ? <path d="M3.5 8h9" /> : <path d="m3 8.5 3.25 3.25L13 5" />}
      </svg>
    </span>
  )
  if (children === undefined) return box
  return (
    <label htmlFor={id} className="flex items-start gap-2 coarse:min-h-9">
      {box}
      <span className="min-w-0">
        {children}
        {hint ? <span className="block text-12 text-fg-3">{hint}</span> : null}
      </span>
    </label>
  )
}
