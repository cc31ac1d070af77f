'use client'
import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import type { Storage } from '../../../server/domain/storage/schema.ts'
import { ObjectGate } from '../../api/object-gate.tsx'
import { useTRPC } from '../../api/trpc.ts'
import { paths } from '../../paths.ts'
import { ObjectPage } from '../../resource/object-page.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Tag } from '../../ui/display/badge.tsx'
import { StorageState } from '../storage-state.tsx'
import { useStorageActions } from '../use-storage-actions.tsx'
import { StorageFindings } from './storage-findings.tsx'
import { StorageOverview } from './storage-overview.tsx'

/** One storage: its use now and later, where it is connected, and the disks on it. */
export function StoragePage({ id }: { id: number }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.vm.storage.get.queryOptions({ params: { storage_id: id } }))
  return <ObjectGate query={query}>{(storage) => <Page storage={storage} />}</ObjectGate>
}

function Page({ storage }: { storage: Storage }) {
  const t = useTranslations('storages')
  const format = useFormatter()
  const actions = useStorageActions()
  return (
    <ObjectPage
      name={storage.name}
      sub={t(`kinds.${storage.kind}`)}
      badges={
        <>
          <StorageState of={storage} />
          {storage.tags.map(({ id, name }) => (
            <Tag key={id}>{name}</Tag>
          ))}
        </>
      }
      actions={
        <>
          {storage.clusters.length > 0 ? (
            <Button onClick={() => void actions.check(storage)}>{t('check')}</Button>
          ) : null}
          {actions.editButton(storage)}
        </>
      }
      entries={actions.entries(storage)}
      below={storage.comment ? <p className="max-w-160 truncate text-12 text-fg-2">{storage.comment}</p> : undefined}
      href={(tab) => paths.storage(storage.id, tab)}
      tabs={{
        overview: {
          show: () => (
            <StorageOverview storage={storage} onAttach={() => actions.ask({ command: 'attach', record: storage })} />
          ),
        },
        findings: { count: format.number(storage.finding_count), show: () => <StorageFindings storage={storage} /> },
      }}
    >
      {actions.dialogs}
    </ObjectPage>
  )
}
