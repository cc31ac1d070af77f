'use client'
import Download from 'lucide-react/icons/download'
import { useTranslations } from 'use-intl'
import { Button } from '../ui/button.tsx'

/** Downloads all rows that match, not only the page in sight: an ordinary link, so the browser shows the progress. */
export function CsvLink({ href }: { href: string }) {
  const t = useTranslations('table')
  return (
    <Button asChild icon={<Download />} className="phone:hidden">
      <a href={href} download>
        {t('exportCsv')}
      </a>
    </Button>
  )
}
