import { useTranslations } from 'use-intl'
import type { Comparison } from '../../server/domain/hardware-report/difference.ts'
import { StateBadge } from '../ui/display/badge.tsx'

/** In a word how a report differs from an earlier one; nothing where there is none. */
export function DifferenceBadge({ comparison }: { comparison: Comparison }) {
  const t = useTranslations('hardwareReports')
  const { differences, with: other } = comparison
  if (!other) return null
  if (differences.length === 0) return <StateBadge kind="ok">{t('nothingChanged')}</StateBadge>
  const worst = differences.some(({ level }) => level === 'fault')
    ? 'fault'
    : differences.some(({ level }) => level === 'warn')
      ? 'warn'
      : 'off'
  return <StateBadge kind={worst}>{t('changed', { count: differences.length })}</StateBadge>
}
