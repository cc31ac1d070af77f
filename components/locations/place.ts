'use client'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Server } from '../../server/domain/server/record.ts'

type Placed = Pick<Server, 'location' | 'rack' | 'unit' | 'chassis' | 'slot'>

/** Where a server stands, from the large to the small: "Frankfurt › R07 › U12". */
export function usePlaceLabel(): (server: Placed) => string {
  const t = useTranslations('dc')
  return useCallback(
    ({ location, rack, unit, chassis, slot }) =>
      [
        location.name,
        rack?.name,
        unit !== null && t('unit', { unit }),
        chassis?.name,
        slot !== null && t('slot', { slot }),
      ]
        .filter(Boolean)
        .join(' › '),
    [t],
  )
}
