import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../class-names.ts'

export type RadioProps = Omit<ComponentProps<'input'>, 'type'> & { children: ReactNode; hint?: ReactNode }

/** One of a few. Give all of a group the same `name` and put them into a `RadioGroup`. */
export function Radio({ children, hint, className, ...rest }: RadioProps) {
  return (
    <label className="flex items-start gap-2 coarse:min-h-9">
      <input
        {...rest}
        type="radio"
        className={cn(
          'mt-[3px] size-3.5 flex-none appearance-none rounded-full border border-line-control bg-bg checked:border-4 checked:border-accent disabled:opacity-45',
          className,
        )}
      />
      <span className="min-w-0">
        {children}
        {hint ? <span className="block text-12 text-fg-3">{hint}</span> : null}
      </span>
    </label>
  )
}

/** Names the question a group of radios or cards answers. */
export function RadioGroup(props: { label: string; hideLabel?: boolean; children: ReactNode; className?: string }) {
  return (
    <fieldset className="min-w-0">
      <legend className={props.hideLabel ? 'sr-only' : 'mb-1 text-12 font-medium'}>{props.label}</legend>
      <div className={cn('flex flex-col gap-1.5', props.className)}>{props.children}</div>
    </fieldset>
  )
}

/** A choice that needs two lines: system, size, door. A radio inside, the card around it. */
export function ChoiceCard(props: Omit<RadioProps, 'hint'> & { mark?: ReactNode; hint?: ReactNode }) {
  const { mark, hint, children, className, ...rest } = props
  return (
    <label
      className={cn(
        'flex min-w-0 items-center gap-2.5 rounded-md border border-line-strong py-1.5 pr-2.5 pl-2 leading-4 hover:bg-hover',
        'has-checked:border-accent has-checked:bg-accent-tint has-checked:inset-ring has-checked:inset-ring-accent',
        'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        'has-disabled:bg-inset has-disabled:text-fg-3',
        className,
      )}
    >
      <input {...rest} type="radio" className="peer sr-only" />
      {mark ? (
        <span
          aria-hidden
          className="grid size-6 flex-none place-items-center rounded-[5px] bg-inset text-11 font-semibold text-fg-2 peer-checked:bg-bg peer-checked:text-accent-text"
        >
          {mark}
        </span>
      ) : null}
      <span className="min-w-0">
        <span className="block truncate font-medium">{children}</span>
        {hint ? <span className="num block truncate text-11 text-fg-3">{hint}</span> : null}
      </span>
    </label>
  )
}
