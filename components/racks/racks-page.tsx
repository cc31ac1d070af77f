'use client'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useTranslations } from 'use-intl'
import { Segmented } from '../ui/controls/segmented.tsx'
import { FloorPage } from './floor-plan/floor-page.tsx'
import { RacksTable } from './racks-table.tsx'

const views = ['hall', 'table'] as const

/** All racks: on the floor plan of a location, or as a table over all locations. */
export function RacksPage() {
  const t = useTranslations('racks')
  const [view, setView] = useQueryState('view', parseAsStringLiteral(views).withDefault('hall'))
  const choice = (
    <Segmented
      label={t('view')}
      value={view}
      onValueChange={(next) => void setView(next)}
      options={views.map((value) => ({ value, label: t(`views.${value}`) }))}
    />
  )
  return view === 'hall' ? <FloorPage views={choice} /> : <RacksTable views={choice} />
}
