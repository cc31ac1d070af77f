import type { ReactNode } from 'react'
import { cn } from '../class-names.ts'

export type Fact = { term: string; value: ReactNode }

/** Name and value in two columns. Leave a fact out rather than show an empty one. */
export function Facts({
  facts,
  className,
}: {
  facts: readonly (Fact | null | false | undefined)[]
  className?: string
}) {
  return (
    <dl className={cn('grid grid-cols-[112px_minmax(0,1fr)] gap-x-3 gap-y-1 phone:gap-y-0.5', className)}>
      {facts.map((fact) =>
        fact ? (
          <div key={fact.term} className="contents">
            <dt className="text-12 leading-5 text-fg-3 phone:leading-6">{fact.term}</dt>
            <dd className="min-w-0 leading-5 break-words phone:leading-6">{fact.value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}
