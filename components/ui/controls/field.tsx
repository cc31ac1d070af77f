'use client'
import { type ReactNode, useId } from 'react'
import { cn } from '../class-names.ts'
import { StateMark } from '../display/state-mark.tsx'

export type FieldParts = { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true; 'aria-required'?: true }

export type FieldProps = {
  label: ReactNode
  /** Right of the label: a link, a counter. */
  aside?: ReactNode
  hint?: ReactNode
  /** What is wrong and how to put it right, in words. */
  error?: ReactNode
  optional?: ReactNode
  required?: boolean
  className?: string
  children: (parts: FieldParts) => ReactNode
}

/** Label above, control, then the error or the hint. The function gets what the control must carry. */
export function Field({ label, aside, hint, error, optional, required, className, children }: FieldProps) {
  const id = useId()
  const note = error || hint ? `${id}-note` : undefined
  return (
    <div className={cn('min-w-0', className)}>
      <div className="mb-1 flex items-baseline gap-2">
        <label htmlFor={id} className="text-12 font-medium">
          {label}
        </label>
        {optional ? <span className="text-12 text-fg-3">{optional}</span> : null}
        {aside ? <span className="ml-auto text-12">{aside}</span> : null}
      </div>
      {children({
        id,
        ...(note && { 'aria-describedby': note }),
        ...(error ? { 'aria-invalid': true as const } : {}),
        ...(required && { 'aria-required': true as const }),
      })}
      {error ? (
        <p id={note} className="mt-1 flex items-start gap-1 text-12 text-fault-fg">
          <StateMark kind="fault" className="mt-0.5 size-3" />
          <span>{error}</span>
        </p>
      ) : hint ? (
        <p id={note} className="mt-1 text-12 text-fg-3">
          {hint}
        </p>
      ) : null}
    </div>
  )
}
