'use client'
import { useFormatter, useTranslations } from 'use-intl'
import type { Backup } from '../../../server/domain/backup/schema.ts'
import { Said } from '../../i18n/said.tsx'
import { paths } from '../../paths.ts'
import { gib } from '../../ui/display/size.ts'
import { State, type StateKind } from '../../ui/display/state-mark.tsx'
import { RelativeTime } from '../../ui/display/time.tsx'
import type { MenuEntry } from '../../ui/floating/menu-entries.ts'
import { MoreMenu } from '../../ui/floating/more-menu.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import type { BackupQuestion } from './host-backups.tsx'

type Props = {
  backups: readonly Backup[]
  ask: (question: BackupQuestion) => void
  restores: (backup: Backup) => MenuEntry[]
}

/** The backups of a VM, the newest first: a row a disk. */
export function BackupTable({ backups, ask, restores }: Props) {
  const t = useTranslations('hosts.backups')
  const format = useFormatter()
  const size = (mib: number) => format.number(gib(mib), { maximumFractionDigits: 2 })
  return (
    <Rows
      label={t('title')}
      rows={backups}
      rowKey={({ id }) => id}
      columns={[
        {
          head: t('fields.name'),
          name: true,
          cell: (row) => (
            <>
              {row.name}
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
          cell: (row) => (row.actual_size_mib === null ? '-' : size(row.actual_size_mib)),
        },
        { head: t('fields.whole'), right: true, wide: true, cell: (row) => size(row.estimated_size_mib) },
        { head: t('fields.places'), className: 'pl-6', wide: true, cell: (row) => placesOf(row) },
        {
          head: <span className="sr-only">{t('actions')}</span>,
          right: true,
          className: 'w-10',
          cell: (row) => (
            <MoreMenu
              label={t('actionsOf', { name: row.name })}
              entries={[
                ...restores(row),
                {
                  label: t('files'),
                  ...(row.state === 'active'
                    ? { href: paths.backupFiles(row.id) }
                    : { disabledReason: row.state === 'crashed' ? t('notWhole') : t('busy') }),
                },
                {
                  label: t('delete.open'),
                  danger: true,
                  ...(row.state === 'active' || row.state === 'crashed'
                    ? { onSelect: () => ask({ what: 'delete', backup: row }) }
                    : { disabledReason: t('busy') }),
                },
              ]}
            />
          ),
        },
      ]}
    />
  )
}

const placesOf = ({ copies }: Backup): string =>
  copies.map(({ backup_location, node }) => backup_location?.name ?? node?.name ?? '').join(', ')

const kinds = {
  active: 'ok',
  crashed: 'fault',
  creating: 'run',
  deleting: 'run',
  in_use: 'run',
  migrating: 'run',
  copying: 'run',
} as const satisfies Record<Backup['state'], StateKind>

function BackupState({ backup: { state, fault, copies } }: { backup: Backup }) {
  const t = useTranslations('hosts.backups')
  const verified = copies.length > 0 && copies.every((copy) => copy.verified_at !== null && copy.fault === null)
  const kind = state === 'active' && fault !== null ? 'fault' : kinds[state]
  const words = state === 'active' && fault !== null ? 'damaged' : state === 'active' && verified ? 'verified' : state
  return (
    <State kind={kind} {...(fault !== null && { detail: <Said text={fault} /> })}>
      {t(`states.${words}`)}
    </State>
  )
}
