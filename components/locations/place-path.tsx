'use client'
import { type ReactNode, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Face } from '../../server/domain/placement/cells.ts'
import { paths } from '../paths.ts'
import { TextLink } from '../ui/display/text.tsx'

type Named = { id: number; name: string }

/** Where a device stands, each step leading to its page; `children` follow, apart: what else belongs into the head. */
export function PlacePath(props: { location: Named; rack: Named; unit: number; face?: Face; children?: ReactNode }) {
  const { location, rack, unit, face = 'front', children } = props
  const words = usePlaceLabel()
  return (
    <p className="flex flex-wrap items-center gap-x-5 gap-y-1 text-12 text-fg-2">
      <span className="flex items-center gap-1.5">
        <TextLink href={paths.location(location.id)}>{location.name}</TextLink>
        <span aria-hidden="true">›</span>
        <TextLink href={paths.rack(rack.id)}>{rack.name}</TextLink>
        <span aria-hidden="true">›</span>
        {words(unit, face)}
      </span>
      {children}
    </p>
  )
}

/** Unit of a device, and on which rail of the rack it hangs: two vertical PDUs begin at the same unit. */
export function usePlaceLabel() {
  const t = useTranslations('dc')
  const faces = useTranslations('racks.faces')
  return useCallback(
    (unit: number, face: Face) =>
      face === 'left' || face === 'right' ? `${faces(face)}, ${t('unit', { unit })}` : t('unit', { unit }),
    [t, faces],
  )
}
