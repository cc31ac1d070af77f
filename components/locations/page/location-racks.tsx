'use client'
import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import type { Location } from '../../../server/domain/location/schema.ts'
import { Loaded } from '../../api/loaded.tsx'
import { useTRPC } from '../../api/trpc.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Link } from '../../ui/controls/link.tsx'
import { Share } from '../../ui/display/share.tsx'
import { linked, TextLink } from '../../ui/display/text.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { Section } from '../../ui/layout/section.tsx'

const MOST = 100

/** The racks of a location with how full each is; more than fit here stand on the floor plan. */
export function LocationRacks({ location }: { location: Location }) {
  const t = useTranslations('locations')
  const format = useFormatter()
  const trpc = useTRPC()
  const query = useQuery(
    trpc.dci.rack.inLocation.queryOptions({
      params: { location_id: location.id },
      query: { orderby: 'name', limit: `0,${MOST}` },
    }),
  )
  const floor = paths.racks({ location: location.id })
  return (
    <Loaded query={query} rows={4} label={t('page.racks')} unread={t('page.racksUnread')}>
      {({ list, size }) =>
        size === 0 ? (
          <EmptyState
            title={t('page.noRacks')}
            actions={
              <Button kind="primary" asChild>
                <Link href={floor}>{t('commands.racks')}</Link>
              </Button>
            }
          >
            {t('page.noRacksHint')}
          </EmptyState>
        ) : (
          <Section
            title={t('page.racks')}
            count={format.number(size)}
            action={<TextLink href={floor}>{t('commands.racks')}</TextLink>}
          >
            <Rows
              label={t('page.racks')}
              rows={list}
              columns={[
                {
                  head: t('fields.name'),
                  name: true,
                  cell: ({ id, name }) => linked(paths.rack(id), name),
                },
                { head: t('page.units'), right: true, cell: (rack) => format.number(rack.size) },
                {
                  head: t('page.used'),
                  right: true,
                  cell: (rack) => <Share used={rack.used} of={rack.size} label={t('page.used')} />,
                },
                { head: t('page.free'), right: true, wide: true, cell: ({ free }) => format.number(free) },
                { head: t('page.deviceCount'), right: true, cell: (rack) => format.number(rack.device_count) },
              ]}
            />
          </Section>
        )
      }
    </Loaded>
  )
}
