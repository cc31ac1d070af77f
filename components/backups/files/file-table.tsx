'use client'
import Download from 'lucide-react/icons/download'
import File from 'lucide-react/icons/file'
import FileQuestion from 'lucide-react/icons/file-question-mark'
import Folder from 'lucide-react/icons/folder'
import Link2 from 'lucide-react/icons/link-2'
import { useFormatter, useTranslations } from 'use-intl'
import type { BackupFolder } from '../../../server/domain/backup/files.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextLink } from '../../ui/display/text.tsx'
import { ExactTime } from '../../ui/display/time.tsx'
import { Rows } from '../../ui/layout/rows.tsx'

type Entry = BackupFolder['list'][number]
const signs = { file: File, folder: Folder, link: Link2, other: FileQuestion }

/** What a folder has. Names are text only, whatever the guest has called its files. */
export function FileTable({ id, volume, entries }: { id: number; volume: string; entries: readonly Entry[] }) {
  const t = useTranslations('backupFiles')
  const address = ({ kind, path }: Entry) =>
    kind === 'folder' ? paths.backupArchive(id, { volume, path }) : paths.backupFile(id, { volume, path })
  return (
    <Rows
      label={t('folder')}
      rows={entries}
      rowKey={({ path }) => path}
      compact
      columns={[
        {
          head: t('name'),
          name: true,
          cell: (entry) => <Name entry={entry} href={paths.backupFiles(id, { volume, path: entry.path })} />,
        },
        {
          head: t('size'),
          right: true,
          cell: (entry) => (entry.kind === 'file' ? <Bytes count={entry.size} /> : null),
        },
        {
          head: t('modified'),
          quiet: true,
          wide: true,
          cell: ({ modified_at }) => (modified_at === null ? null : <ExactTime at={modified_at} />),
        },
        {
          head: <span className="sr-only">{t('download')}</span>,
          right: true,
          className: 'w-12',
          cell: (entry) =>
            entry.kind === 'file' || entry.kind === 'folder' ? (
              <Button kind="quiet" size="sm" asChild>
                <a href={address(entry)} download aria-label={t('downloadOf', { name: entry.name })}>
                  <Download />
                </a>
              </Button>
            ) : null,
        },
      ]}
    />
  )
}

function Name({ entry, href }: { entry: Entry; href: string }) {
  const t = useTranslations('backupFiles')
  const Sign = signs[entry.kind]
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Sign aria-label={t(`kinds.${entry.kind}`)} className="size-3.5 flex-none text-fg-3" />
      {entry.kind === 'folder' ? (
        <TextLink href={href}>{entry.name}</TextLink>
      ) : (
        <span className="min-w-0 break-all">{entry.name}</span>
      )}
      {entry.target === null ? null : (
        <span className="min-w-0 break-all text-12 text-fg-3">{t('leadsTo', { target: entry.target })}</span>
      )}
    </span>
  )
}

const STEPS = ['B', 'KiB', 'MiB', 'GiB', 'TiB']

function Bytes({ count }: { count: number }) {
  const format = useFormatter()
  const step = Math.min(STEPS.length - 1, Math.max(0, Math.floor(Math.log2(Math.max(count, 1)) / 10)))
  return (
    <span className="num">
      {format.number(count / 1024 ** step, { maximumFractionDigits: step === 0 ? 0 : 1 })} {STEPS[step]}
    </span>
  )
}
