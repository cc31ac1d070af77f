'use client'
import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import type { BackupLocation } from '../../../server/domain/backup-location/schema.ts'
import { ObjectGate } from '../../api/object-gate.tsx'
import { useTRPC } from '../../api/trpc.ts'
import { paths } from '../../paths.ts'
import { ObjectPage } from '../../resource/object-page.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { BackupLocationState } from '../backup-location-state.tsx'
import { useBackupLocationActions } from '../use-backup-location-actions.tsx'
import { LocationBackups } from './location-backups.tsx'
import { LocationOverview } from './location-overview.tsx'

/** One backup location: how it grows, what it saves, whether it is healthy, and what lies there. */
export function BackupLocationPage({ id }: { id: number }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.vm.backupLocation.get.queryOptions({ params: { location_id: id } }))
  return <ObjectGate query={query}>{(location) => <Page location={location} />}</ObjectGate>
}

function Page({ location }: { location: BackupLocation }) {
  const t = useTranslations('backupLocations')
  const format = useFormatter()
  const actions = useBackupLocationActions()
  const { ip, login, path } = location.connection_params
  return (
    <ObjectPage
      name={location.name}
      sub={<span className="font-mono">{`${login}@${ip}:${path}`}</span>}
      badges={<BackupLocationState location={location} />}
      actions={
        <>
          <Button onClick={() => void actions.check(location)}>{t('check')}</Button>
          {actions.editButton(location)}
        </>
      }
      entries={actions.entries(location)}
      below={location.comment ? <p className="max-w-160 truncate text-12 text-fg-2">{location.comment}</p> : undefined}
      href={(tab) => paths.backupLocation(location.id, tab)}
      tabs={{
        overview: { show: () => <LocationOverview location={location} /> },
        backups: {
          count: location.stored_mib === null ? undefined : format.number(location.backup_count),
          show: () => <LocationBackups location={location} />,
        },
      }}
    >
      {actions.dialogs}
    </ObjectPage>
  )
}
