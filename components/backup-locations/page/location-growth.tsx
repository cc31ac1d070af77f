'use client'
import { type ReactNode, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { BackupLocation, LocationUse } from '../../../server/domain/backup-location/schema.ts'
import { SOON_DAYS } from '../../../server/domain/problem/rules.ts'
import { LineChart } from '../../chart/line-chart.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/display/notice.tsx'
import { useSizes } from '../../ui/display/use-sizes.ts'
import { Section } from '../../ui/layout/section.tsx'
import { useBackupLocationActions } from '../use-backup-location-actions.tsx'

const DAY_MS = 86_400_000

type Props = { location: BackupLocation; use: LocationUse; days: number; choice: ReactNode }

/** How much was stored on past days, what it may hold, and when it will be full. */
export function LocationGrowth({ location, use: { list, limit_mib }, days, choice }: Props) {
  const t = useTranslations('backupLocations.page')
  const format = useFormatter()
  const size = useSizes()
  return (
    <Section
      title={t('growth')}
      action={choice}
      {...(location.stored_mib !== null && {
        count: t('stored', { size: size(location.stored_mib), count: format.number(location.backup_count) }),
      })}
    >
      {list.length < 2 ? (
        <p className="py-2 text-12 text-fg-2">{t('noUse')}</p>
      ) : (
        <LineChart
          title={t('lastDays', { count: days })}
          times={list.map(({ day }) => Date.parse(`${day}T00:00:00Z`) / 1000)}
          series={[{ label: t('storedShort'), values: list.map(({ stored_mib }) => stored_mib) }]}
          {...(limit_mib !== null && { mark: { label: t('limit'), value: limit_mib } })}
          binary
          format={size}
        />
      )}
      <Outlook location={location} />
    </Section>
  )
}

/** Where its growth leads, in words. */
function Outlook({ location }: { location: BackupLocation }) {
  const t = useTranslations('backupLocations.page')
  const format = useFormatter()
  const size = useSizes()
  const actions = useBackupLocationActions()
  const [now] = useState(Date.now)
  const { growth_mib_per_day: growth, full_in_days: days } = location
  if (growth === null) return <p className="pt-1 text-12 text-fg-2">{t('noTrend')}</p>
  const pace = size(Math.max(0, growth))
  if (days === null)
    return (
      <p className="pt-1 text-12 text-fg-2">
        {growth <= 0
          ? t('growsNot')
          : location.free_mib === null && location.quota_mib === null
            ? t('growsUnknown', { pace })
            : t('growsSlowly', { pace })}
      </p>
    )
  const on = format.dateTime(new Date(now + days * DAY_MS), { day: 'numeric', month: 'long', year: 'numeric' })
  if (days > SOON_DAYS) return <p className="pt-1 text-12 text-fg-2">{t('fullOn', { pace, on, days })}</p>
  return (
    <>
      <Notice
        kind="warn"
        className="mt-2"
        title={t('soonTitle', { on })}
        actions={<Button onClick={() => actions.ask({ command: 'edit', record: location })}>{t('changeQuota')}</Button>}
      >
        {t('soon', { pace, days })}
      </Notice>
      {actions.dialogs}
    </>
  )
}
