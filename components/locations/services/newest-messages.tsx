'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useTRPC } from '../../api/trpc.ts'
import { paths } from '../../paths.ts'
import { TextLink } from '../../ui/display/text.tsx'
import { RelativeTime } from '../../ui/display/time.tsx'
import { SidePanelSection } from '../../ui/layout/section.tsx'
import { LocationMessage } from '../page/location-message.tsx'

const SHOWN = 5

/** The last messages of a location, beside its services; nothing before there is one. */
export function NewestMessages({ location }: { location: number }) {
  const t = useTranslations('locations.messages')
  const { data } = useQuery(
    useTRPC().dci.location.messages.queryOptions(
      { params: { location_id: location }, query: { limit: `0,${SHOWN}` } },
      { placeholderData: keepPreviousData },
    ),
  )
  if (!data || data.size === 0) return null
  return (
    <SidePanelSection
      title={t('newestTitle')}
      action={<TextLink href={paths.location(location, 'messages')}>{t('all')}</TextLink>}
    >
      <ul aria-label={t('newestTitle')} className="flex flex-col gap-1.5 pb-1 text-12">
        {data.list.map((one) => (
          <li key={one.id} className="grid grid-cols-[72px_minmax(0,1fr)] gap-x-2">
            <span className="text-fg-3">
              <RelativeTime at={one.created_at} />
            </span>
            <LocationMessage one={one} named />
          </li>
        ))}
      </ul>
    </SidePanelSection>
  )
}
