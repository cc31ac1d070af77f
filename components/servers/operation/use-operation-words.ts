'use client'
import { useCallback } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Operation } from '../../../server/domain/operation/schema.ts'
import { isStepName } from '../../../server/domain/operation/steps.ts'
import { clock } from '../../ui/display/time-labels.ts'

/** Words about operations that need more than one message. */
export function useOperationWords() {
  const t = useTranslations('operations')
  const format = useFormatter()
  /** A step by its technical name; one that a program has made up stays as it is. */
  const step = useCallback((name: string): string => (isStepName(name) ? t(`steps.${name}`) : name), [t])
  /** `Install Debian 13 on srv-0412`. */
  const title = useCallback(
    ({ type, template, server }: Pick<Operation, 'type' | 'template' | 'server'>): string =>
      t(`of.${type}`, { template: template ?? '', server: server.name }),
    [t],
  )
  /** `0.6 s`, `1:40`: a length of time to the second, short ones to the tenth. */
  const span = useCallback(
    (seconds: number): string =>
      seconds < 100
        ? t('seconds', { count: format.number(seconds, { maximumFractionDigits: seconds < 10 ? 1 : 0 }) })
        : clock(seconds),
    [t, format],
  )
  return { step, title, span }
}

/** From the first step, or its acceptance, in seconds; null while it runs. */
export const tookSeconds = ({ created_at, started_at, ended_at }: Operation): number | null =>
  ended_at === null ? null : Math.max(0, (Date.parse(ended_at) - Date.parse(started_at ?? created_at)) / 1000)
