'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { BackupLocation } from '../../../server/domain/backup-location/schema.ts'
import { Loaded } from '../../api/loaded.tsx'
import { useTRPC } from '../../api/trpc.ts'
import { paths } from '../../paths.ts'
import { Copyable } from '../../ui/controls/copy.tsx'
import { Segmented } from '../../ui/controls/segmented.tsx'
import { Mono, TextLink } from '../../ui/display/text.tsx'
import { useSizes } from '../../ui/display/use-sizes.ts'
import { Facts } from '../../ui/layout/facts.tsx'
import { SidePanelSection, WithSidePanel } from '../../ui/layout/section.tsx'
import { LocationGrowth } from './location-growth.tsx'
import { LocationHealth } from './location-health.tsx'
import { LocationHosts } from './location-hosts.tsx'
import { LocationSavings } from './location-savings.tsx'

const periods = ['30', '90', '365'] as const
type Period = (typeof periods)[number]

/** Growth and where it leads, savings, health, and what lies there by VM. */
export function LocationOverview({ location }: { location: BackupLocation }) {
  const t = useTranslations('backupLocations.page')
  const [period, setPeriod] = useState<Period>('90')
  const days = Number(period)
  const query = useQuery({
    ...useTRPC().vm.backupLocation.use.queryOptions({ params: { location_id: location.id }, query: { days } }),
    // The graph of before stays until the other one is there.
    placeholderData: keepPreviousData,
  })
  const choice = (
    <Segmented
      size="sm"
      label={t('range')}
      value={period}
      onValueChange={setPeriod}
      options={periods.map((value) => ({ value, label: t(`rangeOf.${value}`) }))}
    />
  )
  return (
    <WithSidePanel label={t('facts')} side={<Side location={location} />}>
      <div className="flex flex-col gap-3">
        <Loaded query={query} rows={5} label={t('growth')} unread={t('useUnread')}>
          {(use) => (
            <>
              <LocationGrowth location={location} use={use} days={days} choice={choice} />
              <LocationSavings saved={use.saved} />
            </>
          )}
        </Loaded>
        <LocationHosts location={location} />
      </div>
    </WithSidePanel>
  )
}

function Side({ location }: { location: BackupLocation }) {
  const t = useTranslations('backupLocations')
  const size = useSizes()
  const { ip, port, login, path } = location.connection_params
  return (
    <>
      <SidePanelSection title={t('page.health')}>
        <LocationHealth location={location} />
      </SidePanelSection>
      <SidePanelSection title={t('fields.clusters')}>
        {location.clusters.length === 0 ? (
          <p className="text-12 text-fg-2">{t('page.noClusters')}</p>
        ) : (
          <ul className="flex flex-col gap-1">
            {location.clusters.map(({ id, name }) => (
              <li key={id}>
                <TextLink plain href={paths.cluster(id)}>
                  {name}
                </TextLink>
              </li>
            ))}
          </ul>
        )}
      </SidePanelSection>
      <SidePanelSection title={t('page.facts')}>
        <Facts
          facts={[
            {
              term: t('page.quota'),
              value: location.quota_mib === null ? t('page.noQuota') : size(location.quota_mib),
            },
            location.free_mib !== null && { term: t('page.free'), value: size(location.free_mib) },
            location.total_mib !== null && { term: t('page.fileSystem'), value: size(location.total_mib) },
            { term: t('form.chunk'), value: size(location.chunk_mib) },
            { term: t('form.ip'), value: <Mono>{`${ip}:${port}`}</Mono> },
            { term: t('form.login'), value: <Mono>{login}</Mono> },
            { term: t('form.path'), value: <Copyable text={path} /> },
            { term: t('page.signsIn'), value: t(location.has_password ? 'page.byPassword' : 'page.byKey') },
            location.host_key !== null && { term: t('form.hostKey'), value: <Copyable text={location.host_key} /> },
            { term: t('fields.id'), value: <Copyable text={String(location.id)} /> },
          ]}
        />
      </SidePanelSection>
    </>
  )
}
