'use client'
import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { cn } from '../class-names.ts'
import { IconButton } from '../controls/button.tsx'

export type DrawerProps = {
  title: ReactNode
  /** Beside the title: the state. */
  badge?: ReactNode
  /** Right of the head: duration, number. */
  aside?: ReactNode
  onClose: () => void
  footer?: ReactNode
  children: ReactNode
  className?: string
}

/**
 * Stands at the right edge and leaves the page usable: task, log, help. Esc closes it while the focus is in it, and the
 * focus goes back to where it was. On a telephone it covers the page.
 */
export function Drawer({ title, badge, aside, onClose, footer, children, className }: DrawerProps) {
  const t = useTranslations('ui')
  const id = useId()
  const box = useRef<HTMLElement>(null)
  useEffect(() => {
    const before = document.activeElement
    box.current?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  return (
    <aside
      ref={box}
      tabIndex={-1}
      aria-labelledby={id}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.stopPropagation()
        onClose()
      }}
      className={cn(
        'flex h-full w-(--drawer-w) max-w-full flex-none animate-fade flex-col border-l border-line-strong bg-raised outline-none [--bg-hover:var(--bg-hover-raised)]',
        'phone:fixed phone:inset-0 phone:z-30 phone:w-full phone:border-l-0',
        className,
      )}
    >
      <div className="flex flex-none items-center gap-2 border-b border-line px-3 pt-2.5 pb-2 phone:flex-wrap">
        <h2 id={id} className="min-w-0 truncate text-14 font-semibold phone:grow phone:basis-3/4">
          {title}
        </h2>
        <span className="flex empty:hidden phone:order-2">{badge}</span>
        <span className="num ml-auto text-12 text-fg-3 phone:order-2 phone:empty:hidden">{aside}</span>
        <span className="phone:order-1">
          <IconButton label={t('close')} shortcut="Esc" size="sm" onClick={onClose}>
            <X />
          </IconButton>
        </span>
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
      {footer ? <div className="flex-none border-t border-line px-3 pt-2 pb-2.5">{footer}</div> : null}
    </aside>
  )
}
