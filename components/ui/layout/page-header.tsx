import type { ReactNode } from 'react'
import { cn } from '../class-names.ts'

export type PageHeaderProps = {
  title: ReactNode
  /** Quiet, beside the title: a count, "Draft kept 4 s ago". */
  sub?: ReactNode
  /** State badges. */
  badges?: ReactNode
  /** At most two buttons and the menu. */
  actions?: ReactNode
  /** Under the title: path of related objects. */
  below?: ReactNode
}

/** The title line, 56 px, one per page. */
export function PageHeader({ title, sub, badges, actions, below }: PageHeaderProps) {
  return (
    <header className="flex-none">
      <div
        className={cn(
          'flex min-h-14 flex-wrap items-center gap-x-3 gap-y-2 px-6 pt-4 phone:px-4 phone:pt-3',
          below ? 'pb-1.5' : 'pb-3',
          // The title stands in the top bar there.
          !badges && 'phone:min-h-0 phone:py-0',
        )}
      >
        <h1 className="min-w-0 truncate phone:sr-only text-18 font-semibold tracking-[-0.012em]">{title}</h1>
        {badges}
        {sub === undefined ? null : <span className="num text-12 text-fg-3 phone:hidden">{sub}</span>}
        {actions ? (
          <div
            className={cn(
              'ml-auto flex items-center gap-2 phone:ml-0 phone:w-full phone:flex-wrap phone:[&>*:not([data-square])]:flex-1',
              // On the buttons, so that a row of which the telephone shows none leaves no gap.
              !badges && 'phone:[&>*]:my-3',
            )}
          >
            {actions}
          </div>
        ) : null}
      </div>
      {below ? <div className={cn('px-6 pb-2 phone:px-4', !badges && !actions && 'phone:pt-3')}>{below}</div> : null}
    </header>
  )
}
