import { type ComponentProps, type ReactNode, useId } from 'react'
import { cn } from '../class-names.ts'

/** On or off, at once: for what takes effect without a save button. */
export function Switch({
  children,
  className,
  ...rest
}: Omit<ComponentProps<'input'>, 'type' | 'role'> & { children?: ReactNode }) {
  const ownId = useId()
  const id = rest.id ?? ownId
  const knob = (
    <input
      {...rest}
      id={id}
      type="checkbox"
      // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells its own state
      role="switch"
      className={cn(
        'relative h-4 w-7 flex-none appearance-none rounded-full bg-off-solid transition-colors duration-(--t-fast)',
        'after:absolute after:top-0.5 after:left-0.5 after:size-3 after:rounded-full after:bg-accent-on after:transition-transform after:duration-(--t-base) after:content-[""]',
        'before:absolute before:-inset-1.5 before:content-[""] checked:bg-accent checked:after:translate-x-3 disabled:opacity-45',
        className,
      )}
    />
  )
  if (children === undefined) return knob
  return (
    <label htmlFor={id} className="flex items-center gap-2 coarse:min-h-9">
      {knob}
      {children}
    </label>
  )
}
