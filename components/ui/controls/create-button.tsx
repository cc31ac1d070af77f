'use client'
import Plus from 'lucide-react/icons/plus'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Link } from './link.tsx'

/** The first thing to do with a list: it asks for what is needed, or leads to the page that does. */
export function CreateButton(props: { children: ReactNode } & ({ onClick: () => void } | { href: string })) {
  return 'href' in props ? (
    <Button kind="primary" asChild icon={<Plus />}>
      <Link href={props.href}>{props.children}</Link>
    </Button>
  ) : (
    <Button kind="primary" icon={<Plus />} onClick={props.onClick}>
      {props.children}
    </Button>
  )
}
