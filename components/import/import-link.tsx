'use client'
import Upload from 'lucide-react/icons/upload'
import { useTranslations } from 'use-intl'
import type { ImportKind } from '../../server/domain/import/kinds.ts'
import { useMe } from '../api/me.tsx'
import { paths } from '../paths.ts'
import { Button } from '../ui/controls/button.tsx'
import { Link } from '../ui/controls/link.tsx'

/** Leads from a table to the import of its kind; for those who may. */
export function ImportLink({ kind }: { kind: ImportKind }) {
  const t = useTranslations('import')
  const { isAdmin } = useMe()
  if (!isAdmin) return null
  return (
    <Button asChild icon={<Upload />} className="phone:hidden">
      <Link href={paths.import(kind)}>{t('title')}</Link>
    </Button>
  )
}
