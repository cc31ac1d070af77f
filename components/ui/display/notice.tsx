import type { ReactNode } from 'react'
import { cn } from '../class-names.ts'
import { type StateKind, StateMark } from './state-mark.tsx'

const grounds = {
  fault: 'border-fault-line bg-fault-tint',
  warn: 'border-warn-line bg-warn-tint',
  run: 'border-run-line bg-run-tint',
  ok: 'border-ok-line bg-ok-tint',
  plain: 'border-line bg-subtle',
}

export type NoticeProps = {
  /** `fault` is announced at once, the others politely. */
  kind: 'fault' | 'warn' | 'run' | 'ok' | 'plain'
  mark?: StateKind
  title?: ReactNode
  /** At the right edge of a one-line notice. */
  action?: ReactNode
  /** Below the text of a longer one. */
  actions?: ReactNode
  children?: ReactNode
  className?: string
}

/** What the page must say: what happened, the cause, the next step. */
export function Notice({ kind, mark, title, action, actions, children, className }: NoticeProps) {
  return (
    <div
      role={kind === 'fault' ? 'alert' : 'status'}
      className={cn(
        'flex items-start gap-2.5 rounded-md border px-3 py-2.5',
        action && 'items-center phone:flex-wrap phone:[&>*:last-child]:ml-6.5',
        grounds[kind],
        className,
      )}
    >
      <StateMark kind={mark ?? (kind === 'plain' ? 'unknown' : kind)} className={cn('size-4', !action && 'mt-0.5')} />
      <div className={cn('min-w-0 flex-1', action && 'phone:basis-3/5')}>
        {title ? <div className="font-semibold">{title}</div> : null}
        {children ? <div className={title ? 'mt-0.5 text-12 text-fg-2' : ''}>{children}</div> : null}
        {actions ? <div className="mt-2 flex flex-wrap gap-1.5">{actions}</div> : null}
      </div>
      {action}
    </div>
  )
}
