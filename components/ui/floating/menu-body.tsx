'use client'
import Check from 'lucide-react/icons/check'
import { useRouter } from 'next/navigation'
import { DropdownMenu } from 'radix-ui'
import { cn } from '../class-names.ts'
import { Link } from '../controls/link.tsx'
import { isItem, type MenuEntry, type MenuItem } from './menu-entries.ts'

const itemClass =
  'group flex min-h-7 w-full cursor-default items-center gap-2 rounded-sm px-2 py-1 text-13 outline-none select-none data-highlighted:bg-hover coarse:min-h-11'

/** Entries inside a menu. */
export function MenuBody({ entries }: { entries: readonly MenuEntry[] }) {
  return entries.map((entry, at) => {
    if (isItem(entry)) return <Item key={entry.label} item={entry} />
    // Lines and headings carry no identity of their own; their place is it.
    const key = `${entry.kind}-${at}`
    if (entry.kind === 'line') return <DropdownMenu.Separator key={key} className="-mx-1 my-1 border-t border-line" />
    return (
      <DropdownMenu.Label key={key} className="px-2 pt-2 pb-1 text-11 font-medium text-fg-3">
        {entry.label}
      </DropdownMenu.Label>
    )
  })
}

function Item({ item }: { item: MenuItem }) {
  const router = useRouter()
  if (item.disabledReason) {
    return (
      <DropdownMenu.Item
        aria-disabled="true"
        // Pressing an entry that is off leads to where it can be mended.
        onSelect={(event) => (item.fix ? router.push(item.fix.href) : event.preventDefault())}
        className={cn(itemClass, 'items-start text-fg-3')}
      >
        {item.icon ? <span className="pt-0.5">{item.icon}</span> : null}
        <span className="max-w-64">
          {item.label}
          <span className="block text-12">
            {item.disabledReason}
            {item.fix ? (
              <span className="ml-1 text-accent-text underline-offset-2 group-data-highlighted:underline">
                {item.fix.label}
              </span>
            ) : null}
          </span>
        </span>
      </DropdownMenu.Item>
    )
  }
  const content = (
    <>
      {item.icon ? <span className={cn('flex', !item.danger && 'text-fg-3')}>{item.icon}</span> : null}
      <span className="max-w-72 min-w-0 truncate">
        {item.label}
        {item.hint ? <span className="block truncate text-12 text-fg-3">{item.hint}</span> : null}
      </span>
      {item.checked ? <Check className="ml-auto size-3.5 text-accent-text" /> : null}
      {item.shortcut ? <span className="ml-auto pl-4 text-11 text-fg-3">{item.shortcut}</span> : null}
    </>
  )
  const look = cn(itemClass, item.danger && 'text-fault-fg')
  if (item.href) {
    return (
      <DropdownMenu.Item asChild className={look}>
        <Link href={item.href}>{content}</Link>
      </DropdownMenu.Item>
    )
  }
  return (
    <DropdownMenu.Item
      className={look}
      onSelect={() => item.onSelect?.()}
      {...(item.checked !== undefined && { 'aria-checked': item.checked, role: 'menuitemradio' })}
    >
      {content}
    </DropdownMenu.Item>
  )
}
