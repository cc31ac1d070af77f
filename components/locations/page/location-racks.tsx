'use client'
import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useFormatter, useTranslations } from 'use-intl'
import type { Location } from '../../../server/domain/location/schema.ts'
import { apiFault } from '../../api/fault.ts'
import { useTRPC } from '../../api/trpc.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Share } from '../../ui/display/share.tsx'
import { TextLink } from '../../ui/display/text.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { Table, TableHead, Td, Th, Tr } from '../../ui/layout/table.tsx'

const MOST = 100

/** The racks of a location with how full each is; more than fit here stand in the hall. */
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
  const { data, error } = query
  const floor = paths.racks({ location: location.id })
  if (!data)
    return error ? (
      <ErrorState title={t('page.racksUnread')} cause={apiFault(error).msg} onRetry={() => void query.refetch()} />
    ) : (
      <SkeletonRows rows={4} label={t('page.racks')} />
    )
  if (data.list.length === 0)
    return (
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
    )
  return (
    <Section
      title={t('page.racks')}
      count={format.number(data.size)}
      action={<TextLink href={floor}>{t('commands.racks')}</TextLink>}
    >
      <Table label={t('page.racks')}>
        <TableHead>
          <Th>{t('fields.name')}</Th>
          <Th right>{t('page.units')}</Th>
          <Th right>{t('page.used')}</Th>
          <Th right className="phone:hidden">
            {t('page.free')}
          </Th>
          <Th right>{t('page.deviceCount')}</Th>
        </TableHead>
        <tbody>
          {data.list.map((rack) => (
            <Tr key={rack.id}>
              <Td name>
                <TextLink plain href={paths.rack(rack.id)}>
                  {rack.name}
                </TextLink>
              </Td>
              <Td right>{format.number(rack.size)}</Td>
              <Td right>
                <Share used={rack.used} of={rack.size} label={t('page.used')} />
              </Td>
              <Td right className="phone:hidden">
                {format.number(rack.free)}
              </Td>
              <Td right>{format.number(rack.device_count)}</Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </Section>
  )
}
