'use client'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { paths } from '../paths.ts'
import { TextLink } from '../ui/text.tsx'

type Named = { id: number; name: string }

/** Where a device stands, each step leading to its page; `children` follow, apart: what else belongs into the head. */
export function PlacePath(props: { location: Named; rack: Named; unit: number; children?: ReactNode }) {
  const { location, rack, unit, children } = props
  const words = useTranslations('dc')
  return (
    <p className="flex flex-wrap items-center gap-x-5 gap-y-1 text-12 text-fg-2">
      <span className="flex items-center gap-1.5">
        <TextLink href={paths.location(location.id)}>{location.name}</TextLink>
        <span aria-hidden="true">›</span>
        <TextLink href={paths.rack(rack.id)}>{rack.name}</TextLink>
        <span aria-hidden="true">›</span>
        {words('unit', { unit })}
      </span>
      {children}
    </p>
  )
}
