'use client'
import { cva, type VariantProps } from 'class-variance-authority'
import { Slot } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../class-names.ts'
import { ProgressArc } from '../display/progress.tsx'
import { type DisabledReason, Reason, toReason } from '../display/reason.tsx'
import { Tooltip } from '../floating/tooltip.tsx'

export const buttonClass = cva(
  [
    'inline-flex flex-none cursor-default items-center justify-center gap-1.5 border font-medium whitespace-nowrap select-none',
    'transition-colors duration-(--t-fast) ease-move',
    'aria-disabled:border-transparent aria-disabled:bg-inset aria-disabled:text-fg-3',
    'disabled:border-transparent disabled:bg-inset disabled:text-fg-3',
    // The key of a button that is off does not shine.
    'aria-disabled:[&_kbd]:bg-press aria-disabled:[&_kbd]:text-fg-3 disabled:[&_kbd]:bg-press disabled:[&_kbd]:text-fg-3',
  ],
  {
    variants: {
      kind: {
        primary:
          'border-accent bg-accent text-accent-on not-aria-disabled:hover:border-accent-hover not-aria-disabled:hover:bg-accent-hover not-aria-disabled:active:bg-accent-press',
        default:
          'border-line-strong bg-bg text-fg not-aria-disabled:hover:bg-hover not-aria-disabled:active:bg-press aria-expanded:bg-press [&>svg:first-child]:text-fg-3',
        quiet:
          'border-transparent text-fg-2 not-aria-disabled:hover:bg-hover not-aria-disabled:hover:text-fg not-aria-disabled:active:bg-press aria-expanded:bg-press [&>svg:first-child]:text-fg-3',
        danger:
          'border-line-strong bg-bg text-fault-fg not-aria-disabled:hover:bg-hover not-aria-disabled:active:bg-press',
        destroy: 'border-fault-fill bg-fault-fill text-fault-on not-aria-disabled:active:opacity-90',
      },
      size: {
        sm: 'h-(--ctl-h-sm) rounded-[5px] px-2 text-12 [&>svg]:size-3.5',
        md: 'h-(--ctl-h) rounded-md px-2.5',
        lg: 'h-(--ctl-h-lg) rounded-md px-3',
      },
      square: { true: 'px-0' },
    },
    compoundVariants: [
      { square: true, size: 'sm', class: 'w-(--ctl-h-sm)' },
      { square: true, size: 'md', class: 'w-(--ctl-h)' },
      { square: true, size: 'lg', class: 'w-(--ctl-h-lg)' },
    ],
    defaultVariants: { kind: 'default', size: 'md' },
  },
)

export type ButtonProps = Omit<ComponentProps<'button'>, 'disabled'> &
  Omit<VariantProps<typeof buttonClass>, 'square'> & {
    /** The child (a link) becomes the button. */
    asChild?: boolean
    icon?: ReactNode
    /** The action runs: the ring turns, the button cannot be pressed again. */
    busy?: boolean
    /** Not allowed now, and why. The button stays focusable so that the reason can be read. */
    disabledReason?: string | DisabledReason | undefined
  }

/** The one button. One `kind="primary"` per view; `destroy` only in the dialog that asks for the name. */
export function Button(props: ButtonProps) {
  const { kind, size, asChild, icon, busy, disabledReason, className, children, onClick, ...rest } = props
  const look = cn(buttonClass({ kind, size }), className)
  if (asChild && !disabledReason && !busy) {
    return (
      <Slot.Root className={look} {...(onClick && { onClick: onClick as never })} {...(rest as object)}>
        {icon}
        <Slot.Slottable>{children}</Slot.Slottable>
      </Slot.Root>
    )
  }
  const body = (
    <>
      {busy ? <ProgressArc inherit={kind === 'primary' || kind === 'destroy'} /> : icon}
      {asChild ? labelOf(children) : children}
    </>
  )
  if (disabledReason) {
    return (
      <Reason reason={toReason(disabledReason)}>
        {(id) => (
          <button type="button" {...rest} aria-disabled="true" aria-describedby={id} className={look}>
            {body}
          </button>
        )}
      </Reason>
    )
  }
  return (
    <button
      type="button"
      {...rest}
      className={look}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...(busy && { 'aria-busy': true })}
    >
      {body}
    </button>
  )
}

/** What a link would have shown, when it is a button that is off. */
function labelOf(child: ReactNode): ReactNode {
  const inner = child as { props?: { children?: ReactNode } } | null | undefined
  return inner && typeof inner === 'object' && 'props' in inner ? inner.props?.children : child
}

export type IconButtonProps = Omit<ButtonProps, 'children' | 'icon' | 'asChild'> & {
  /** Read aloud and shown as the tooltip: a sign without a word always has one. */
  label: string
  shortcut?: string
  children: ReactNode
}

/** A square button with a sign. Quiet by default. */
export function IconButton(props: IconButtonProps) {
  const { label, shortcut, kind = 'quiet', size, disabledReason, className, children, busy, ...rest } = props
  const look = cn(buttonClass({ kind, size, square: true }), className)
  if (disabledReason) {
    return (
      <Reason reason={toReason(disabledReason)}>
        {(id) => (
          <button
            type="button"
            {...rest}
            aria-label={label}
            data-square
            aria-disabled="true"
            aria-describedby={id}
            className={look}
          >
            {children}
          </button>
        )}
      </Reason>
    )
  }
  return (
    <Tooltip text={shortcut ? `${label} (${shortcut})` : label}>
      <button
        type="button"
        {...rest}
        aria-label={label}
        data-square
        className={look}
        {...(busy && { 'aria-busy': true })}
      >
        {busy ? <ProgressArc /> : children}
      </button>
    </Tooltip>
  )
}
