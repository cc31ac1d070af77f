import { useFormatter, useTranslations } from 'use-intl'
import { cn } from '../../ui/class-names.ts'
import { cellStyle } from './cell-style.ts'
import { type CellKind, cellKinds } from './cells.ts'

/** What each kind of cell means and how many there are: shapes with words. */
export function Legend({ counts }: { counts: ReadonlyMap<CellKind, number> }) {
  const t = useTranslations('addresses.map')
  const format = useFormatter()
  return (
    <ul aria-label={t('legend')} className="flex flex-wrap gap-x-4 gap-y-1 text-12">
      {cellKinds.map((kind) => {
        const count = counts.get(kind) ?? 0
        return count === 0 ? null : (
          <li key={kind} className="flex items-center gap-1.5">
            <span aria-hidden="true" className={cn('size-4 flex-none rounded-xs border', cellStyle[kind])} />
            {t(`kinds.${kind}`)} <span className="num text-fg-3">{format.number(count)}</span>
          </li>
        )
      })}
    </ul>
  )
}
