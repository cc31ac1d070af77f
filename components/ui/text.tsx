import Link from 'next/link'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from './class-names.ts'

/** Address, serial, MAC, id, port name, command. Never the name of a machine. */
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

/** Several lines of code or configuration. */
export function CodeBlock({ children, label }: { children: string; label: string }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
      tabIndex={0}
      className="max-h-100 overflow-auto rounded-md border border-line bg-inset px-3 py-2 [&>pre]:mono leading-[18px]"
    >
      <pre>{children}</pre>
    </section>
  )
}
