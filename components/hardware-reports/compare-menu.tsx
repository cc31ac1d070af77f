import ChevronDown from 'lucide-react/icons/chevron-down'
import { useFormatter, useTranslations } from 'use-intl'
import type { ReportRow } from '../../server/domain/hardware-report/schema.ts'
import { Button } from '../ui/controls/button.tsx'
import { Menu } from '../ui/floating/menu.tsx'

/** Chooses the report that another one is compared with. */
export function CompareMenu(props: {
  reports: readonly ReportRow[]
  chosen: number | null
  onChoose: (id: number) => void
}) {
  const { reports, chosen, onChoose } = props
  const t = useTranslations('hardwareReports')
  const format = useFormatter()
  if (reports.length === 0) return null
  return (
    <Menu
      label={t('compareWith')}
      entries={reports.map(({ id, at }) => ({
        label: format.dateTime(new Date(at), { dateStyle: 'medium', timeStyle: 'short' }),
        checked: id === chosen,
        onSelect: () => onChoose(id),
      }))}
      trigger={
        <Button>
          {t('compareWith')}
          <ChevronDown aria-hidden className="size-3.5" />
        </Button>
      }
    />
  )
}
