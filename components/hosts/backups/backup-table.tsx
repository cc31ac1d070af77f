'use client'
import { useTranslations } from 'use-intl'
import type { Backup } from '../../../server/domain/backup/schema.ts'
import type { Rehearsal } from '../../../server/domain/rehearsal/schema.ts'
import { BackupState, placesOf } from '../../backups/backup-state.tsx'
import { BackupName } from '../../backups/columns.tsx'
import { paths } from '../../paths.ts'
import { StateMark } from '../../ui/display/state-mark.tsx'
import { TextLink } from '../../ui/display/text.tsx'
import { RelativeTime } from '../../ui/display/time.tsx'
import { useSizes } from '../../ui/display/use-sizes.ts'
import type { MenuEntry } from '../../ui/floating/menu-entries.ts'
import { MoreMenu } from '../../ui/floating/more-menu.tsx'
import { Rows } from '../../ui/layout/rows.tsx'

export type Passed = Pick<Rehearsal, 'id' | 'run_id' | 'ended_at' | 'date_create'>

type Props = {
  backups: readonly Backup[]
  /** The rehearsal of a moment that passed last, by its `run_id`. */
  rehearsed: ReadonlyMap<string, Passed>
  entries: (backup: Backup) => MenuEntry[]
}

/** The backups of a VM, the newest first: a row a disk. */
export function BackupTable({ backups, rehearsed, entries }: Props) {
  const t = useTranslations('backups')
  const size = useSizes()
  return (
    <Rows
      label={t('title')}
      rows={backups}
      columns={[
        {
          head: t('fields.name'),
          name: true,
          cell: (row) => (
            <>
              <BackupName backup={row} />
              {row.comment ? <span className="ml-1.5 text-12 text-fg-3">{row.comment}</span> : null}
            </>
          ),
        },
        { head: t('fields.taken'), cell: (row) => <RelativeTime at={row.made_at ?? row.date_create} /> },
        { head: t('fields.state'), cell: (row) => <BackupState backup={row} /> },
        { head: t('fields.disk'), quiet: true, wide: true, cell: ({ disk }) => disk?.name ?? '-' },
        {
          head: t('fields.kind'),
          quiet: true,
          wide: true,
          cell: (row) => (row.made_at === null ? '-' : t(row.parent === null ? 'full' : 'changes')),
        },
        {
          head: t('fields.consistency'),
          quiet: true,
          wide: true,
          cell: ({ consistency }) => (consistency ? t(`consistency.${consistency}`) : '-'),
        },
        {
          head: t('fields.added'),
          right: true,
          wide: true,
          cell: (row) => (row.actual_size_mib === null ? '-' : size(row.actual_size_mib)),
        },
        { head: t('fields.whole'), right: true, wide: true, cell: (row) => size(row.estimated_size_mib) },
        {
          head: t('fields.verified'),
          className: 'pl-6',
          quiet: true,
          wide: true,
          cell: (row) => <Verified of={row} />,
        },
        {
          head: t('fields.rehearsed'),
          quiet: true,
          wide: true,
          cell: ({ run_id }) => <Rehearsed passed={rehearsed.get(run_id)} />,
        },
        {
          head: t('fields.until'),
          className: 'pl-6',
          quiet: true,
          wide: true,
          cell: (row) =>
            row.pinned ? t('pinned') : row.available_until ? <RelativeTime at={row.available_until} /> : '-',
        },
        { head: t('fields.places'), className: 'pl-6', wide: true, cell: (row) => placesOf(row) },
        {
          head: <span className="sr-only">{t('actions')}</span>,
          right: true,
          className: 'w-10',
          cell: (row) => <MoreMenu label={t('actionsOf', { name: row.name })} entries={entries(row)} />,
        },
      ]}
    />
  )
}

/** When a copy of it was read again last and was what it has to be. */
export const verifiedAt = ({ copies }: Pick<Backup, 'copies'>): string | null =>
  copies.reduce<string | null>(
    (last, { verified_at: at, fault }) => (at !== null && fault === null && (last === null || at > last) ? at : last),
    null,
  )

function Verified({ of }: { of: Backup }) {
  const at = verifiedAt(of)
  return at === null ? '-' : <Good at={at} />
}

function Rehearsed({ passed }: { passed: Passed | undefined }) {
  return passed ? (
    <TextLink plain href={paths.rehearsal(passed.id)}>
      <Good at={passed.ended_at ?? passed.date_create} />
    </TextLink>
  ) : (
    '-'
  )
}

const Good = ({ at }: { at: string }) => (
  <span className="inline-flex items-center gap-1.5">
    <StateMark kind="ok" />
    <RelativeTime at={at} />
  </span>
)
