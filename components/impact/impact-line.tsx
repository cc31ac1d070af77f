'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { ImpactKind } from '../../server/domain/impact/schema.ts'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { TextLink } from '../ui/display/text.tsx'
import { useImpactLabels } from './impact-labels.ts'

/** Below the question of a dangerous action: what breaks, and the way to the whole list. Says nothing until it is known. */
export function ImpactLine({ kind, id }: { kind: ImpactKind; id: number }) {
  const t = useTranslations('impact')
  const trpc = useTRPC()
  const words = useImpactLabels()
  const { data, error } = useQuery(trpc.dci.impact.get.queryOptions({ params: { kind, id } }))
  return (
    <span className="mt-2 block min-h-5" aria-live="polite">
      {data ? (
        <>
          {words(data)}
          <span className="block">
            <TextLink href={paths.impact(kind, id)}>{t('all')}</TextLink>
          </span>
        </>
      ) : error ? (
        t('unknown')
      ) : null}
    </span>
  )
}
