'use client'
import type { ComponentProps } from 'react'
import { IconButton } from '../controls/button.tsx'
import { MoreIcon } from '../display/icons.tsx'
import { Menu } from './menu.tsx'
import type { MenuEntry } from './menu-entries.ts'

/** Three dots that open a menu; `label` names the menu and, unless `button` does, what is pressed. */
export function MoreMenu(props: {
  label: string
  button?: string
  entries: readonly MenuEntry[]
  kind?: ComponentProps<typeof IconButton>['kind']
  size?: ComponentProps<typeof IconButton>['size']
}) {
  const { label, button = label, entries, kind = 'quiet', size = 'sm' } = props
  return (
    <Menu
      label={label}
      entries={entries}
      trigger={
        <IconButton kind={kind} size={size} label={button}>
          <MoreIcon />
        </IconButton>
      }
    />
  )
}
