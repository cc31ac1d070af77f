'use client'
import Download from 'lucide-react/icons/download'
import Eraser from 'lucide-react/icons/eraser'
import Stethoscope from 'lucide-react/icons/stethoscope'
import { useRouter } from 'next/navigation'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { MOST_SERVERS, planTypes } from '../../../server/domain/operation-plan/kinds.ts'
import type { Server } from '../../../server/domain/server/record.ts'
import { useMe } from '../../api/me.tsx'
import { paths } from '../../paths.ts'
import { type BulkAction, planBy } from '../../table/bulk.ts'
import { useWhyNoOperation } from '../use-why-no-operation.ts'

const icons = { install: Download, diag: Stethoscope, clear_hdd: Eraser }

/** Operations on many servers: they lead to the page where a plan of them is made, and nothing happens before. */
export function usePlanBulk(): readonly BulkAction<Server>[] {
  const t = useTranslations('operationPlans.bulk')
  const { isAdmin } = useMe()
  const router = useRouter()
  const why = useWhyNoOperation()
  return useMemo(
    () =>
      planTypes
        .filter((type) => isAdmin || type === 'install')
        .map((type): BulkAction<Server> => {
          const Icon = icons[type]
          return {
            id: `plan_${type}`,
            label: t(`${type}.label`),
            icon: <Icon />,
            words: {
              title: (count) => t(`${type}.title`, { count }),
              go: (count) => t('go', { count }),
              skip: (count) => t('skip', { count }),
              run: (count) => t('run', { count }),
            },
            plan: (rows) => planBy(rows, (row) => why(row)?.disabledReason),
            run: async (rows) => {
              if (rows.length > MOST_SERVERS) throw new Error(t('tooMany', { count: MOST_SERVERS }))
              router.push(
                paths.newOperationPlan(
                  type,
                  rows.map(({ id }) => id),
                ),
              )
            },
          }
        }),
    [t, isAdmin, router, why],
  )
}
