'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Finding, Storage } from '../../../server/domain/storage/schema.ts'
import { Loaded } from '../../api/loaded.tsx'
import { useTRPC, useTRPCClient } from '../../api/trpc.ts'
import { DeleteObject } from '../../form/delete-object.tsx'
import { useAsking } from '../../form/use-asking.tsx'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/controls/button.tsx'
import { linked, Mono } from '../../ui/display/text.tsx'
import { RelativeTime } from '../../ui/display/time.tsx'
import { useSizes } from '../../ui/display/use-sizes.ts'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Rows } from '../../ui/layout/rows.tsx'

const MOST = 200

/** Volumes that no record knows, and disks whose volume is gone. Nothing of it goes by itself. */
export function StorageFindings({ storage }: { storage: Storage }) {
  const t = useTranslations('storages')
  const trpc = useTRPC()
  const size = useSizes()
  const { vm } = useTRPCClient()
  const { ask, dialogs } = useAsking<Finding>((found, close) => (
    <DeleteObject
      name={found.name}
      lost={t('findings.lost', { size: size(found.size_mib), node: found.node.name })}
      action={t('findings.delete')}
      onClose={close}
      run={() => vm.storage.removeFinding.mutate({ params: { storage_id: storage.id, finding_id: found.id } })}
    />
  ))
  const query = useQuery(
    trpc.vm.storage.findings.queryOptions({
      params: { storage_id: storage.id },
      query: { orderby: 'id', limit: `0,${MOST}` },
    }),
  )
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-6 py-3 phone:px-4">
      <p className="max-w-160 pb-3 text-12 text-fg-2">{t('findings.hint')}</p>
      <Loaded query={query} rows={4} label={t('findings.title')} unread={t('findings.unread')}>
        {({ list }) =>
          list.length === 0 ? (
            <EmptyState title={t('findings.none')} />
          ) : (
            <Rows
              label={t('findings.title')}
              rows={list}
              columns={[
                { head: t('findings.volume'), name: true, cell: ({ name }) => <Mono>{name}</Mono> },
                {
                  head: t('findings.what'),
                  cell: ({ kind, disk }) =>
                    disk ? t('findings.kinds.disk', { name: disk.name }) : t(`findings.kinds.${kind}`, { name: '' }),
                },
                {
                  head: t('page.node'),
                  cell: ({ node }) => linked(paths.node(node.id), node.name),
                },
                { head: t('page.diskSize'), right: true, cell: ({ size_mib }) => size(size_mib) },
                {
                  head: t('findings.since'),
                  quiet: true,
                  wide: true,
                  cell: ({ found_at }) => <RelativeTime at={found_at} />,
                },
                {
                  head: t('page.more'),
                  right: true,
                  cell: (found) =>
                    found.kind === 'volume' ? (
                      <Button size="sm" kind="danger" onClick={() => ask(found)}>
                        {t('findings.delete')}
                      </Button>
                    ) : null,
                },
              ]}
            />
          )
        }
      </Loaded>
      {dialogs}
    </div>
  )
}
