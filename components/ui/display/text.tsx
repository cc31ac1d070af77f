import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../class-names.ts'
import { Link } from '../controls/link.tsx'

/** Address, serial, MAC, id, port name, command. Never the name of a VM or server. */
export function Mono({ children, className }: { children: ReactNode; className?: string }) {
  return <span className={cn('mono', className)}>{children}</span>
}

/** A link inside text. Names in tables are links without the blue: give `plain`. */
export function TextLink({ plain, className, ...rest }: ComponentProps<typeof Link> & { plain?: boolean }) {
  return (
    <Link
      {...rest}
      className={cn('rounded-xs hover:underline hover:underline-offset-2', !plain && 'text-accent-text', className)}
    />
  )
}

/** The name of a record in a small table, which leads to its page. */
export const linked = (href: string, name: ReactNode) => (
  <TextLink plain href={href}>
    {name}
  </TextLink>
)
