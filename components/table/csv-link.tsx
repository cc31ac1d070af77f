'use client'
import Download from 'lucide-react/icons/download'
import { useTranslations } from 'use-intl'
import { paths } from '../paths.ts'
import { Button } from '../ui/controls/button.tsx'
import type { Column } from './columns.ts'
import { csvFields } from './csv-fields.ts'
import { usePreferences } from './preferences.ts'
import type { TableState } from './use-table-state.ts'

type CsvLinkProps<Row> = {
  /** The list as the API names it: `dci/server`. */
  list: string
  table: Pick<TableState, 'id'>
  /** What narrows and sorts the rows. */
  query: Pick<TableState['query'], 'where' | 'search' | 'orderby'>
  columns: readonly Column<Row>[]
}

/**
 * Downloads all rows that match, not only the page in sight, with the columns that were chosen: an ordinary link, so the browser
 * shows the progress.
 */
export function CsvLink<Row>({ list, table, query, columns }: CsvLinkProps<Row>) {
  const t = useTranslations('table')
  const [preferences] = usePreferences(table.id)
  const { where, search, orderby } = query
  const href = paths.csv(list, { where, search, orderby, columns: csvFields(columns, preferences) })
  return (
    <Button asChild icon={<Download />} className="phone:hidden">
      <a href={href} download>
        {t('exportCsv')}
      </a>
    </Button>
  )
}
