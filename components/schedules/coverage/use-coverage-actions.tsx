'use client'
import CalendarPlus from 'lucide-react/icons/calendar-plus'
import { lazy, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Coverage } from '../../../server/domain/schedule/protection.ts'
import { useAsking } from '../../form/use-asking.tsx'
import { paths } from '../../paths.ts'
import type { MenuEntry } from '../../ui/floating/menu-entries.ts'

const AddToSchedule = lazy(() => import('../add-to/add-to-schedule.tsx'))

/** What mends the protection of a VM: a schedule, or the page where the reason can be seen. */
export function useCoverageActions() {
  const t = useTranslations('scheduleCoverage')
  const { ask, dialogs } = useAsking<Coverage>((host, close) => <AddToSchedule host={host} onClose={close} />)
  const entries = useCallback(
    (row: Coverage): MenuEntry[] => [
      { label: t('add.open'), icon: <CalendarPlus />, onSelect: () => ask(row) },
      { kind: 'line' },
      ...(row.schedule ? [{ label: t('openSchedule'), href: paths.schedule(row.schedule.id) }] : []),
      { label: t('openBackups'), href: paths.host(row.id, 'backups') },
    ],
    [t, ask],
  )
  return { entries, dialogs }
}
