'use client'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { OperationPlan } from '../../../server/domain/operation-plan/schema.ts'

/** `Install Debian 13 on 40 servers`. */
export function usePlanTitle() {
  const t = useTranslations('operationPlans.of')
  return useCallback(
    ({ type, template, size }: Pick<OperationPlan, 'type' | 'template' | 'size'>): string =>
      t(type, { template: template ?? '', count: size }),
    [t],
  )
}
