'use client'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { Button, type ButtonProps } from '../controls/button.tsx'
import { Menu } from './menu.tsx'
import type { MenuEntry } from './menu-entries.ts'

type Kind = Exclude<ButtonProps['kind'], 'destroy' | null>

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
