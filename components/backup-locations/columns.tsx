'use client'
import { useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { backupLocationFields } from '../../server/domain/backup-location/fields.ts'
import { locationStatuses } from '../../server/domain/backup-location/kinds.ts'
import type { BackupLocation } from '../../server/domain/backup-location/schema.ts'
import { SOON_DAYS } from '../../server/domain/problem/rules.ts'
import { paths } from '../paths.ts'
import { useOwnColumns } from '../resource/own-columns.tsx'
import { useOwnFilters } from '../resource/own-filters.ts'
import { NameLink, plainColumn } from '../table/cells.tsx'
import type { Column } from '../table/columns.ts'
import { enumFilter, type FilterField } from '../table/filters.ts'
import { useColumn } from '../table/use-column.ts'
import { CapacityCell } from '../ui/display/capacity.tsx'
import { StateMark } from '../ui/display/state-mark.tsx'
import { RelativeTime } from '../ui/display/time.tsx'
import { useSizes } from '../ui/display/use-sizes.ts'
import { BackupLocationState } from './backup-location-state.tsx'
import { factorText } from './factor.ts'

export function useBackupLocationColumns(): readonly Column<BackupLocation>[] {
  const t = useTranslations('backupLocations')
  const plain = useColumn('backupLocations')
  const format = useFormatter()
  const size = useSizes()
  const { complete } = useOwnColumns<BackupLocation>(backupLocationFields, 'backupLocations')
  return useMemo(
    () =>
      complete([
        plain('name', 130, (row) => <NameLink href={paths.backupLocation(row.id)}>{row.name}</NameLink>, {
          always: true,
        }),
        plain('status', 200, (row) => <BackupLocationState location={row} />),
        unsorted(plainColumn('connection_params', t('fields.address'), 190, (row) => place(row))),
        plainColumn(
          'stored_mib',
          t('fields.stored'),
          100,
          (row) => row.stored_mib !== null && size(row.stored_mib),
          right,
        ),
        plainColumn(
          'growth_mib_per_day',
          t('fields.per_day'),
          100,
          ({ growth_mib_per_day: growth }) => growth !== null && `${growth < 0 ? '−' : '+'} ${size(Math.abs(growth))}`,
          right,
        ),
        plain(
          'full_in_days',
          90,
          ({ full_in_days: days }) =>
            days !== null &&
            (days > SOON_DAYS ? (
              t('days', { count: days })
            ) : (
              <span className="inline-flex items-center gap-1 text-warn-fg">
                <StateMark kind="warn" className="size-3" />
                {t('days', { count: days })}
              </span>
            )),
          right,
        ),
        unsorted(
          plain(
            'saved',
            80,
            ({ disk_mib, stored_mib }) =>
              disk_mib !== null && stored_mib && t('times', { factor: factorText(format, { disk_mib, stored_mib }) }),
            right,
          ),
        ),
        plainColumn('free_mib', t('fields.used'), 170, (row) => <Used location={row} label={t('fields.used')} />),
        unsorted(
          plainColumn(
            'round',
            t('fields.verified'),
            110,
            ({ round }) => (round?.verified_at ? <RelativeTime at={round.verified_at} /> : null),
            { quiet: true },
          ),
        ),
        unsorted(
          plain('clusters', 180, (row) => row.clusters.map(({ name }) => name).join(', '), {
            quiet: true,
            extra: true,
          }),
        ),
        plain('host_key', 380, (row) => row.host_key ?? '', { quiet: true, extra: true }),
      ]),
    [t, format, size, complete, plain],
  )
}

const right = { right: true }

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
    () => complete([enumFilter('status', t('fields.status'), locationStatuses, (value) => t(`states.${value}`))]),
    [t, complete],
  )
}
