import type { ReactNode } from 'react'
import { StateMark } from '../display/state-mark.tsx'

/** One part of what an action does: what is lost (`fault`), or what stays or comes back (`ok`), as list items. */
export function Consequence(props: { kind: 'fault' | 'ok'; title: string; children: ReactNode }) {
  const { kind, title, children } = props
  return (
    <div>
      <div className="flex items-center gap-1.5 font-medium">
        <StateMark kind={kind} />
        {title}
      </div>
      <ul className="mt-0.5 list-disc pl-9 text-fg-2">{children}</ul>
    </div>
  )
}
