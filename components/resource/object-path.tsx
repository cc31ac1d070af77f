'use client'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { Fragment, type ReactNode } from 'react'
import { TextLink } from '../ui/display/text.tsx'

/** One object of a path; without an address it is not for the person who looks, or is the page itself. */
export type PathPart = { text: string; icon?: ReactNode; href?: string | undefined; mono?: boolean; current?: boolean }

/** What an object hangs together with, from the large to the small: rack, server, node, VM. Each part leads to its page. */
export function ObjectPath({ label, parts }: { label: string; parts: readonly (PathPart | false | null)[] }) {
  return (
    <nav aria-label={label} className="flex flex-wrap items-center gap-1.5 text-12 text-fg-2 phone:pt-1">
      {parts
        .filter((part) => part !== false && part !== null)
        .map((part, at) => (
          <Fragment key={`${part.href ?? ''} ${part.text}`}>
            {at > 0 ? <ChevronRight className="size-3 text-line-control" /> : null}
            <Part {...part} />
          </Fragment>
        ))}
    </nav>
  )
}

function Part({ text, icon, href, mono, current }: PathPart) {
  const look = 'flex items-center gap-1.5 [&_svg]:size-3.5 [&_svg]:text-fg-3'
  const content = (
    <>
      {icon}
      {mono ? <span className="mono">{text}</span> : text}
    </>
  )
  if (current) return <span className={`${look} font-medium text-fg`}>{content}</span>
  return href ? (
    <TextLink plain href={href} className={`${look} hover:text-fg`}>
      {content}
    </TextLink>
  ) : (
    <span className={look}>{content}</span>
  )
}
