import type { ReactNode } from 'react'

/** Nothing here yet: one sentence and the first thing to do. Left aligned, never centred on an empty page. */
export function EmptyState(props: { title: ReactNode; children?: ReactNode; actions?: ReactNode }) {
  return (
    <div className="py-4">
      <div className="font-semibold">{props.title}</div>
      {props.children ? <p className="mt-0.5 max-w-160 text-fg-2">{props.children}</p> : null}
      {props.actions ? <div className="mt-2.5 flex flex-wrap gap-2">{props.actions}</div> : null}
    </div>
  )
}
