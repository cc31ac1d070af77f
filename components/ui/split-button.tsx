'use client'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { Button, type ButtonProps } from './button.tsx'
import { cn } from './class-names.ts'
import { Menu } from './menu.tsx'
import type { MenuEntry } from './menu-entries.ts'

type Kind = Exclude<ButtonProps['kind'], 'destroy' | null>

/** The likely action and, behind the arrow, its relatives. */
export function SplitButton(
  props: Omit<ButtonProps, 'asChild'> & { entries: readonly MenuEntry[]; menuLabel: string },
) {
  const { entries, menuLabel, kind, size, className, ...rest } = props
  return (
    <span className="inline-flex flex-none">
      <Button {...rest} kind={kind} size={size} className={cn('rounded-r-none', className)} />
      <Menu
        label={menuLabel}
        entries={entries}
        trigger={
          <Button
            kind={kind}
            size={size}
            aria-label={menuLabel}
            className={cn('w-6 rounded-l-none border-l-0 px-0', kind === 'primary' && 'border-l border-l-accent-hover')}
          >
            <ChevronDown className="size-3.5" />
          </Button>
        }
      />
    </span>
  )
}

/** A button that opens a menu; the arrow says so. */
export function MenuButton(
  props: Omit<ButtonProps, 'asChild' | 'kind'> & { kind?: Kind; entries: readonly MenuEntry[]; menuLabel: string },
) {
  const { entries, menuLabel, children, ...rest } = props
  return (
    <Menu
      label={menuLabel}
      entries={entries}
      trigger={
        <Button {...rest}>
          {children}
          <ChevronDown className="size-3.5" />
        </Button>
      }
    />
  )
}
