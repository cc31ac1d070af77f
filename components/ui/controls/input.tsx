'use client'
import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../class-names.ts'
import { LockIcon } from '../display/icons.tsx'

/** The edge, ground and focus of everything that is typed into. */
export const fieldBox = cva(
  [
    'flex min-w-0 items-center gap-2 border border-line-control bg-bg text-fg transition-colors duration-(--t-fast)',
    'has-[:focus-visible]:border-transparent has-[:focus-visible]:outline-2 has-[:focus-visible]:-outline-offset-1 has-[:focus-visible]:outline-focus',
    'has-[[aria-invalid=true]]:border-fault-fg has-[[aria-invalid=true]]:has-[:focus-visible]:outline-fault-fg',
    'has-[[readonly]]:border-line-strong has-[[readonly]]:bg-inset has-[[readonly]]:text-fg-3',
    'has-[:disabled]:border-line-strong has-[:disabled]:bg-inset has-[:disabled]:text-fg-3',
  ],
  {
    variants: {
      size: {
        sm: 'h-(--ctl-h-sm) rounded-[5px] px-2 text-12',
        md: 'h-(--ctl-h) rounded-md px-2',
        lg: 'h-(--ctl-h-lg) rounded-md px-2',
      },
    },
    defaultVariants: { size: 'md' },
  },
)

/** The bare element inside the box: the box draws edge and focus. */
export const bareInput =
  'min-w-0 flex-1 bg-transparent outline-none focus-visible:outline-none disabled:cursor-not-allowed'

export type InputProps = Omit<ComponentProps<'input'>, 'size'> &
  VariantProps<typeof fieldBox> & {
    icon?: ReactNode
    /** At the right end: unit, key hint, button. */
    unit?: ReactNode
    /** For addresses, serials, ids and commands. */
    mono?: boolean
    boxClassName?: string
  }

/** One line of text. `readOnly` shows the lock: set elsewhere, not here. */
export function Input({ size, icon, unit, mono, className, boxClassName, ...rest }: InputProps) {
  return (
    <span className={cn(fieldBox({ size }), boxClassName)}>
      {icon ? <span className="flex flex-none text-fg-3 [&>svg]:size-3.5">{icon}</span> : null}
      <input {...rest} className={cn(bareInput, mono && 'mono', className)} />
      {rest.readOnly && !unit ? <LockIcon className="size-3.5 text-fg-3" /> : null}
      {unit ? <span className="flex flex-none items-center text-12 text-fg-3">{unit}</span> : null}
    </span>
  )
}
