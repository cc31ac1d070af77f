'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Loaded } from '../../api/loaded.tsx'
import { useTRPC } from '../../api/trpc.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { TextLink } from '../../ui/display/text.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Pagination } from '../../ui/layout/pagination.tsx'
import { stepsOf } from './file-path.ts'
import { FileTable } from './file-table.tsx'

const PAGE = 200

/** One folder: the way to it, what is in it, and a button that downloads all of it. */
export function FolderView({ id, volume, path }: { id: number; volume: string; path: string }) {
  const t = useTranslations('backupFiles')
  const trpc = useTRPC()
  const [offset, setOffset] = useState(0)
  const query = { volume, path, offset, limit: PAGE }
  const folder = useQuery(
    trpc.vm.backupFiles.folder.queryOptions(
      { params: { backup_id: id }, query },
      { retry: false, staleTime: Infinity, placeholderData: keepPreviousData },
    ),
  )
  return (
    <section aria-label={t('folder')} className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Way id={id} volume={volume} path={path} />
        <span className="ml-auto phone:ml-0">
          <Button size="sm" icon={<Download />} asChild>
            <a href={paths.backupArchive(id, { volume, path })} download>
              {t('downloadFolder')}
            </a>
          </Button>
        </span>
      </div>
      <Loaded query={folder} label={t('loading')} unread={t('folderUnread')} rows={8}>
        {({ list, total, more_than_counted }) =>
          list.length === 0 ? (
            <EmptyState title={t('empty')} />
          ) : (
            <>
              <FileTable id={id} volume={volume} entries={list} />
              <Pagination offset={offset} limit={PAGE} count={list.length} size={total} onOffsetChange={setOffset} />
              {more_than_counted ? <p className="text-12 text-fg-3">{t('more', { count: total })}</p> : null}
            </>
          )
        }
      </Loaded>
    </section>
  )
}

/** The folders above, each a link. */
function Way({ id, volume, path }: { id: number; volume: string; path: string }) {
  const t = useTranslations('backupFiles')
  const steps = [{ name: t('root'), path: '' }, ...stepsOf(path)]
  return (
    <nav aria-label={t('way')} className="flex min-w-0 flex-wrap items-center gap-x-1.5 text-fg-3">
      {steps.map((step, at) => (
        <span key={step.path} className="flex min-w-0 items-center gap-x-1.5">
          {at > 0 ? <span aria-hidden="true">/</span> : null}
          {at === steps.length - 1 ? (
            <span aria-current="location" className="min-w-0 break-all font-medium text-fg">
              {step.name}
            </span>
          ) : (
            <TextLink href={paths.backupFiles(id, { volume, path: step.path })}>{step.name}</TextLink>
          )}
        </span>
      ))}
    </nav>
  )
}
