'use client'
import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import type { BackupLocation } from '../../../server/domain/backup-location/schema.ts'
import { Loaded } from '../../api/loaded.tsx'
import { useTRPC } from '../../api/trpc.ts'
import { paths } from '../../paths.ts'
import { State } from '../../ui/display/state-mark.tsx'
import { linked } from '../../ui/display/text.tsx'
import { RelativeTime } from '../../ui/display/time.tsx'
import { useSizes } from '../../ui/display/use-sizes.ts'
import { Rows } from '../../ui/layout/rows.tsx'
import { Section } from '../../ui/layout/section.tsx'

const MOST = 20

/** Whose backups lie there: the VMs that take most room. */
export function LocationHosts({ location }: { location: BackupLocation }) {
  const t = useTranslations('backupLocations.page')
  const format = useFormatter()
  const size = useSizes()
  const query = useQuery(
    useTRPC().vm.backupLocation.hosts.queryOptions({
      params: { location_id: location.id },
      query: { limit: `0,${MOST}` },
    }),
  )
  return (
    <Loaded query={query} rows={4} label={t('lies')} unread={t('hostsUnread')}>
      {({ list, size: total }) => (
        <Section title={t('lies')} count={t('vms', { count: total })}>
          {list.length === 0 ? (
            <p className="py-2 text-12 text-fg-2">{t('noBackups')}</p>
          ) : (
            <Rows
              label={t('lies')}
              rows={list}
              columns={[
                {
                  head: t('vm'),
                  name: true,
                  cell: ({ host, name }) =>
                    host === null ? (
                      <span className="text-fg-2">{t('gone', { name })}</span>
                    ) : (
                      linked(paths.host(host, 'backups'), name)
                    ),
                },
                { head: t('count'), right: true, cell: ({ backups }) => format.number(backups) },
                { head: t('added'), right: true, cell: ({ stored_mib }) => size(stored_mib) },
                { head: t('full'), right: true, wide: true, cell: ({ disk_mib }) => size(disk_mib) },
                {
                  head: t('newest'),
                  className: 'pl-6',
                  cell: ({ newest_at }) => (newest_at ? <RelativeTime at={newest_at} /> : '-'),
                },
                {
                  head: t('state'),
                  cell: ({ damaged }) =>
                    damaged > 0 ? (
                      <State kind="fault">{t('damaged', { count: damaged })}</State>
                    ) : (
                      <State kind="ok">{t('whole')}</State>
                    ),
                },
              ]}
            />
          )}
          {total > MOST ? <p className="pt-1 text-12 text-fg-2">{t('largest', { count: MOST })}</p> : null}
        </Section>
      )}
    </Loaded>
  )
}
