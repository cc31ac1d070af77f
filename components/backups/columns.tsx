'use client'
import Pin from 'lucide-react/icons/pin'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { backupFields } from '../../server/domain/backup/fields.ts'
import type { DiskBackup } from '../../server/domain/backup/schema.ts'
import { useMe } from '../api/me.tsx'
import { paths } from '../paths.ts'
import { useOwnColumns } from '../resource/own-columns.tsx'
import { plainColumn } from '../table/cells.tsx'
import type { Column } from '../table/columns.ts'
import { useColumn } from '../table/use-column.ts'
import { linked } from '../ui/display/text.tsx'
import { RelativeTime } from '../ui/display/time.tsx'
import { useSizes } from '../ui/display/use-sizes.ts'
import { BackupState, placesOf } from './backup-state.tsx'

const right = { right: true }
const extra = { extra: true, quiet: true }

/** The columns of backups; owners and clusters are for administrators. */
export function useBackupColumns(): readonly Column<DiskBackup>[] {
  const t = useTranslations('backups')
  const plain = useColumn('backups')
  const { isAdmin } = useMe()
  const size = useSizes()
  const { complete } = useOwnColumns<DiskBackup>(backupFields, 'backups')
  return useMemo(() => {
    return complete([
      plain('name', 165, (row) => <BackupName backup={row} />, { always: true }),
      plain('state', 130, (row) => <BackupState backup={row} />),
      plainColumn('host_name', t('fields.host'), 110, (row) =>
        row.host === null
          ? row.host_name && <span className="text-fg-3">{t('gone', { name: row.host_name })}</span>
          : linked(paths.host(row.host, 'backups'), row.host_name),
      ),
      plainColumn('disk.name', t('fields.disk'), 120, (row) => row.disk?.name, { quiet: true }),
      plainColumn('made_at', t('fields.taken'), 85, (row) => <RelativeTime at={row.made_at ?? row.date_create} />),
      plainColumn(
        'actual_size_mib',
        t('fields.added'),
        75,
        (row) => row.actual_size_mib !== null && size(row.actual_size_mib),
        right,
      ),
      plainColumn('estimated_size_mib', t('fields.whole'), 80, (row) => size(row.estimated_size_mib), right),
      plainColumn('backup_location.name', t('fields.places'), 95, placesOf),
      plain('consistency', 130, ({ consistency }) => consistency && t(`consistency.${consistency}`), { quiet: true }),
      plainColumn(
        'parent',
        t('fields.kind'),
        90,
        (row) => row.made_at && t(row.parent === null ? 'full' : 'changes'),
        extra,
      ),
      plainColumn(
        'available_until',
        t('fields.until'),
        120,
        ({ available_until }) => available_until && <RelativeTime at={available_until} />,
        extra,
      ),
      isAdmin && plainColumn('account.email', t('fields.account'), 140, (row) => row.account?.email),
      isAdmin && plainColumn('cluster.name', t('fields.cluster'), 130, (row) => row.cluster?.name, extra),
    ])
  }, [t, size, isAdmin, complete, plain])
}

/** The name of a backup, with a pin when no schedule takes it away. */
export function BackupName({ backup: { name, pinned } }: { backup: Pick<DiskBackup, 'name' | 'pinned'> }) {
  const t = useTranslations('backups')
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5">
      <span className="truncate">{name}</span>
      {pinned ? <Pin role="img" aria-label={t('pinned')} className="size-3 flex-none text-fg-3" /> : null}
    </span>
  )
}
