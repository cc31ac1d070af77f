'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { backupLocationFields } from '../../server/domain/backup-location/fields.ts'
import { locationStatuses } from '../../server/domain/backup-location/kinds.ts'
import type { BackupLocation } from '../../server/domain/backup-location/schema.ts'
import { useOwnColumns } from '../resource/own-columns.tsx'
import { useOwnFilters } from '../resource/own-filters.ts'
import { plainColumn } from '../table/cells.tsx'
import type { Column } from '../table/columns.ts'
import type { FilterField } from '../table/filters.ts'
import { CapacityCell } from '../ui/display/capacity.tsx'
import { BackupLocationState } from './backup-location-state.tsx'

export function useBackupLocationColumns(): readonly Column<BackupLocation>[] {
  const t = useTranslations('backupLocations')
  const { complete } = useOwnColumns<BackupLocation>(backupLocationFields, 'backupLocations')
  return useMemo(
    () =>
      complete([
        plainColumn('name', t('fields.name'), 160, (row) => row.name, { always: true }),
        plainColumn('status', t('fields.status'), 260, (row) => <BackupLocationState location={row} />),
        unsorted(plainColumn('connection_params', t('fields.address'), 260, (row) => place(row))),
        plainColumn('free_mib', t('fields.used'), 190, (row) => <Used location={row} label={t('fields.used')} />),
        unsorted(
          plainColumn('clusters', t('fields.clusters'), 180, (row) => row.clusters.map(({ name }) => name).join(', '), {
            quiet: true,
          }),
        ),
        plainColumn('host_key', t('fields.host_key'), 380, (row) => row.host_key ?? '', { quiet: true, extra: true }),
      ]),
    [t, complete],
  )
}

/** Without a way to sort by it: it is no single value of the list. */
function unsorted({ meta, ...column }: Column<BackupLocation>): Column<BackupLocation> {
  const { sort: _, ...rest } = meta
  return { ...column, meta: rest }
}

const place = ({ connection_params: { login, ip, path } }: BackupLocation) => `${login}@${ip}:${path}`

/** How much of the file system is taken, by whomever; nothing before the first check. */
function Used({ location: { total_mib, free_mib }, label }: { location: BackupLocation; label: string }) {
  if (total_mib === null || free_mib === null) return null
  return <CapacityCell label={label} kind="size" used={total_mib - free_mib} of={total_mib} />
}

export function useBackupLocationFilters(): readonly FilterField[] {
  const t = useTranslations('backupLocations')
  const complete = useOwnFilters(backupLocationFields, 'backupLocations')
  return useMemo(
    () =>
      complete([
        {
          name: 'status',
          label: t('fields.status'),
          type: 'enum',
          options: locationStatuses.map((value) => ({ value, label: t(`states.${value}`) })),
        },
      ]),
    [t, complete],
  )
}
