'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { InstallPlan } from '../../../server/domain/operation/plan.ts'
import { whyNotRaid } from '../../../server/domain/operation/raids.ts'
import { useSaid } from '../../i18n/said.tsx'
import type { Begun } from './types.ts'

/** The rules of the form, in the reader's words; loaded after the page is drawn. */
export function useRules(type: Begun, plan: InstallPlan) {
  const t = useTranslations('installing.issues')
  const said = useSaid()
  return useMemo(
    () => async () => {
      const { installRules } = await import('./rules.ts')
      return installRules(type, plan, {
        template: t('template'),
        disks: t('disks'),
        oneDisk: t('oneDisk'),
        never: said,
        raid: (raid, disks) => said(whyNotRaid(raid, disks) ?? ''),
        key: (line) => t('key', { line }),
      })
    },
    [type, plan, t, said],
  )
}
