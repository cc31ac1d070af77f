import type { ReactNode } from 'react'
import { cn } from '../class-names.ts'

/** One question of a form as people think of it: its name at the left, the fields beside it. */
export function FormSection(props: { title: ReactNode; hint?: ReactNode; children: ReactNode }) {
  return (
    <section className="grid grid-cols-[128px_minmax(0,1fr)] gap-6 border-t border-line pt-[15px] pb-[17px] first:border-t-0 phone:grid-cols-1 phone:gap-3">
      <h2 className="font-semibold">
        {props.title}
        {props.hint ? <span className="mt-0.5 block text-12 font-normal text-fg-3">{props.hint}</span> : null}
      </h2>
      <div className="min-w-0">{props.children}</div>
    </section>
  )
}

/** Fields side by side, at most three. */
export function FieldRow({
  columns = 2,
  children,
  className,
}: {
  columns?: 1 | 2 | 3
  children: ReactNode
  className?: string
}) {
  const grid = { 1: 'grid-cols-1', 2: 'grid-cols-2', 3: 'grid-cols-3' }[columns]
  return <div className={cn('grid items-start gap-3 phone:grid-cols-1', grid, className)}>{children}</div>
}

/** Stays at the foot of the window: what is wrong on the left, the buttons on the right. */
export function FormFooter({ note, children }: { note?: ReactNode; children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-10 flex min-h-12 flex-none items-center gap-2 border-t border-line bg-bg px-6 py-2 phone:flex-wrap phone:px-4">
      <span className="min-w-0 text-12" aria-live="polite">
        {note}
      </span>
      <span className="ml-auto flex items-center gap-2 phone:flex-wrap phone:justify-end">{children}</span>
    </div>
  )
}

/** Fields that few need, folded away until they are opened. */
export const FormMore = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <details>
    <summary className="w-fit cursor-pointer rounded-xs text-12 text-fg-2 hover:text-fg">{title}</summary>
    <div className="flex flex-col gap-3 pt-3">{children}</div>
  </details>
)
