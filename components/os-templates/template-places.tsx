'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { OsTemplate } from '../../server/domain/os-template/schema.ts'
import { useTRPC } from '../api/trpc.ts'
import { useSaid } from '../i18n/said.tsx'
import { paths } from '../paths.ts'
import { TextLink } from '../ui/display/text.tsx'
import { EmptyState } from '../ui/layout/empty-state.tsx'
import { placeIn } from './place.ts'
import { PlaceCell } from './place-cell.tsx'
import type { PlaceActions } from './use-place-actions.tsx'

const allLocations = { query: { orderby: 'name', limit: '0,1000' } }

/** A template in each location, with its faults in full. */
export function TemplatePlaces({ template, actions }: { template: OsTemplate; actions: PlaceActions }) {
  const t = useTranslations('osTemplates')
  const said = useSaid()
  const trpc = useTRPC()
  const { data } = useQuery(trpc.dci.location.list.queryOptions(allLocations))
  if (!data) return null
  return (
    <section aria-labelledby="template-places" className="border-t border-line px-4 pt-2.5 pb-2">
      <h3 id="template-places" className="mb-1 font-semibold">
        {t('places')}
      </h3>
      {data.list.length === 0 ? (
        <EmptyState
          title={t('noLocations')}
          actions={<TextLink href={paths.locations()}>{t('toLocations')}</TextLink>}
        />
      ) : (
        <ul>
          {data.list.map((location) => {
            const fault = placeIn(template, location.id)?.status_info.fault
            return (
              <li key={location.id} className="border-b border-line py-1.5 last:border-b-0">
                <div className="grid min-h-9 grid-cols-[104px_minmax(0,1fr)] items-center gap-x-3">
                  <TextLink plain href={paths.location(location.id, 'templates')} className="truncate font-medium">
                    {location.name}
                  </TextLink>
                  <PlaceCell template={template} site={location} actions={actions} />
                </div>
                {fault ? <p className="pt-0.5 text-12 break-words text-fault-fg">{said(fault)}</p> : null}
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
