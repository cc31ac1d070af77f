import type { ReactNode } from 'react'
import { cn } from '../class-names.ts'

/** A titled block of a page, divided from the one above by a hairline, not put into a card. */
export function Section(props: {
  title: ReactNode
  count?: ReactNode
  action?: ReactNode
  line?: boolean
  id?: string
  children: ReactNode
}) {
  const { title, count, action, line, id, children } = props
  return (
    <section id={id} className="min-w-0">
      <div className={cn('flex min-h-10 items-center gap-2 phone:flex-wrap', line && 'mt-2 border-t border-line')}>
        <h2 className="font-semibold">{title}</h2>
        {count === undefined ? null : <span className="num min-w-0 text-fg-3 phone:whitespace-normal">{count}</span>}
        {action ? <span className="ml-auto text-12">{action}</span> : null}
      </div>
      {children}
    </section>
  )
}

/** The page with its side panel, 344 px, which stays in sight beside a long page; on a telephone it follows below. */
export function WithSidePanel({ side, label, children }: { side: ReactNode; label: string; children: ReactNode }) {
  return (
    <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_var(--panel-w)] @max-[880px]:block">
      <div className="min-w-0 px-6 pt-3 pb-4 phone:px-4">{children}</div>
      <aside
        aria-label={label}
        className="border-l border-line bg-subtle @max-[880px]:border-t @max-[880px]:border-l-0"
      >
        <div className="px-5 pb-4 @min-[880px]:sticky @min-[880px]:top-0 @min-[880px]:max-h-[calc(100dvh-var(--bar-h))] @min-[880px]:overflow-y-auto">
          {side}
        </div>
      </aside>
    </div>
  )
}

/** A titled block of the side panel. */
export function SidePanelSection(props: { title?: ReactNode; action?: ReactNode; children: ReactNode }) {
  return (
    <section className="-mx-5 border-t border-line px-5 pt-2.5 pb-2 first:border-t-0">
      {props.title ? (
        <div className="flex h-7 items-center gap-2">
          <h2 className="font-semibold">{props.title}</h2>
          {props.action ? <span className="ml-auto text-12">{props.action}</span> : null}
        </div>
      ) : null}
      {props.children}
    </section>
  )
}
