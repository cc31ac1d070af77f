'use client'
import { useQuery } from '@tanstack/react-query'
import { useRouter, useSearchParams } from 'next/navigation'
import { useFormatter, useTranslations } from 'use-intl'
import type { BackupVolumes } from '../../../server/domain/backup/files.ts'
import { Loaded } from '../../api/loaded.tsx'
import { useTRPC } from '../../api/trpc.ts'
import { PageCrumbs } from '../../frame/crumbs.tsx'
import { paths } from '../../paths.ts'
import { Select } from '../../ui/controls/select.tsx'
import { gib } from '../../ui/display/size.ts'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { FolderView } from './folder-view.tsx'

type Volume = BackupVolumes['list'][number]

/** The files of a backup: its volumes, their folders, and what of it to download. Where one is stands in the address. */
export function BackupFilesPage({ id }: { id: number }) {
  const t = useTranslations('backupFiles')
  const trpc = useTRPC()
  const address = useSearchParams()
  const router = useRouter()
  const about = useQuery(trpc.vm.backup.get.queryOptions({ params: { backup_id: id } }))
  // Starting a guest takes a while, and a second attempt would take as long.
  const volumes = useQuery(
    trpc.vm.backupFiles.volumes.queryOptions({ params: { backup_id: id } }, { retry: false, staleTime: Infinity }),
  )
  const name = about.data?.name ?? String(id)
  const { host, host_name } = about.data ?? {}
  // A VM that is gone has no page.
  const of = host && host_name ? [{ label: host_name, href: paths.host(host, 'backups') }] : []
  return (
    <>
      <PageCrumbs crumbs={[...of, { label: name }, { label: t('title') }]} />
      <PageHeader title={t('of', { name })} />
      <div className="grid min-h-0 flex-1 content-start gap-3 overflow-auto px-6 pb-6 phone:px-4 phone:pt-3">
        <Loaded query={volumes} label={t('starting')} unread={t('unread')} rows={6}>
          {({ list }) => {
            const readable = list.filter(({ has_files }) => has_files)
            const chosen = readable.find((one) => one.id === address.get('volume')) ?? readable[0]
            if (!chosen) return <EmptyState title={t('none')}>{t('noneHint')}</EmptyState>
            return (
              <>
                <Volumes
                  list={list}
                  chosen={chosen}
                  onChoose={(volume) => router.push(paths.backupFiles(id, { volume }))}
                />
                <FolderView
                  key={`${chosen.id} ${address.get('path') ?? ''}`}
                  id={id}
                  volume={chosen.id}
                  path={address.get('path') ?? ''}
                />
              </>
            )
          }}
        </Loaded>
        {volumes.isPending ? <p className="text-12 text-fg-3">{t('startingHint')}</p> : null}
      </div>
    </>
  )
}

function Volumes({ list, chosen, onChoose }: { list: Volume[]; chosen: Volume; onChoose: (id: string) => void }) {
  const t = useTranslations('backupFiles')
  const format = useFormatter()
  const label = ({ id, label: own, type, size_mib }: Volume) =>
    [own || id, type, `${format.number(gib(size_mib), { maximumFractionDigits: 1 })} GiB`].filter(Boolean).join(' · ')
  const others = list.filter(({ has_files }) => !has_files)
  const closed = others.filter(({ type }) => type === 'luks' || type === 'bitlocker')
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Select
        aria-label={t('volume')}
        className="w-80 phone:w-full"
        value={chosen.id}
        onValueChange={onChoose}
        options={list.filter(({ has_files }) => has_files).map((one) => ({ value: one.id, label: label(one) }))}
      />
      {closed.length > 0 ? (
        <span className="text-12 text-fg-3">{t('encrypted', { names: closed.map(({ id }) => id).join(', ') })}</span>
      ) : null}
    </div>
  )
}
