import type { ReactNode } from 'react'
import { cn } from '../class-names.ts'

/** A key as it is printed on the keyboard. `on="accent"` for a hint inside a primary button. */
export function Kbd({ children, on, className }: { children: ReactNode; on?: 'accent'; className?: string }) {
  return (
    <kbd
      className={cn(
        'inline-flex h-[18px] min-w-[18px] flex-none items-center justify-center rounded-sm border px-[5px] font-sans text-11 font-medium phone:hidden',
        on === 'accent' ? 'border-transparent bg-accent-press text-accent-on' : 'border-line bg-inset text-fg-2',
        className,
      )}
    >
      {children}
    </kbd>
  )
}
