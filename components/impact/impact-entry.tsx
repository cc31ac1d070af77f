'use client'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { ImpactKind } from '../../server/domain/impact/schema.ts'
import { paths } from '../paths.ts'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'

/** The menu entry that leads to what breaks when this fails. */
export function useImpactEntry() {
  const t = useTranslations('impact')
  return useCallback(
    (kind: ImpactKind, id: number): MenuEntry => ({
      label: t('entry'),
      icon: <TriangleAlert />,
      href: paths.impact(kind, id),
    }),
    [t],
  )
}
