'use client'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useTranslations } from 'use-intl'
import type { RackDiagram } from '../../../server/domain/rack/diagram.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { Segmented } from '../../ui/controls/segmented.tsx'

export const sides = ['front', 'rear'] as const
export const views = ['elevation', 'list'] as const
export const cableViews = ['none', 'picked', 'all'] as const

/** As the lines of the drawing are painted. */
const keys = {
  data: 'h-0.5 w-4 bg-accent',
  other: 'h-0.5 w-4 bg-(--text-2)',
  away: 'size-2 rounded-full bg-(--text-2)',
}

/** How the rack is looked at, and the way to its neighbours. */
export function RackBar(props: {
  diagram: RackDiagram
  seen: (typeof sides)[number]
  onSeen: (seen: (typeof sides)[number]) => void
  view: (typeof views)[number]
  onView: (view: (typeof views)[number]) => void
  cables: (typeof cableViews)[number]
  onCables: (cables: (typeof cableViews)[number]) => void
}) {
  const { diagram, seen, onSeen, view, onView, cables, onCables } = props
  const t = useTranslations('racks')
  return (
    <div className="flex flex-none flex-wrap items-center gap-2 border-b border-line px-6 pb-3 phone:px-4 print:hidden">
      <Segmented
        label={t('face')}
        value={seen}
        onValueChange={(next) => onSeen(next)}
        options={sides.map((value) => ({ value, label: t(`faces.${value}`) }))}
      />
      <Segmented
        label={t('view')}
        value={view}
        onValueChange={(next) => onView(next)}
        options={views.map((value) => ({ value, label: t(`views.${value}`) }))}
      />
      <span className="phone:hidden">
        <Segmented
          label={t('cables')}
          value={cables}
          onValueChange={(next) => onCables(next)}
          options={cableViews.map((value) => ({ value, label: t(`cableViews.${value}`) }))}
        />
      </span>
      {cables === 'none' ? null : (
        <ul aria-label={t('cables')} className="flex flex-wrap gap-x-3 text-12 text-fg-2 phone:hidden">
          {(['data', 'other', 'away'] as const).map((look) => (
            <li key={look} className="flex items-center gap-1.5">
              <i className={keys[look]} />
              {t(`cableLegend.${look}`)}
            </li>
          ))}
        </ul>
      )}
      <nav aria-label={t('neighbours')} className="ml-auto flex gap-1">
        {diagram.before ? (
          <Button asChild kind="quiet" icon={<ChevronLeft />} data-rack-link={diagram.before.id}>
            <Link href={paths.rack(diagram.before.id)}>{diagram.before.name}</Link>
          </Button>
        ) : null}
        {diagram.after ? (
          <Button asChild kind="quiet" data-rack-link={diagram.after.id}>
            <Link href={paths.rack(diagram.after.id)}>
              {diagram.after.name}
              <ChevronRight />
            </Link>
          </Button>
        ) : null}
      </nav>
    </div>
  )
}
