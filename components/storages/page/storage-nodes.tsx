'use client'
import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import type { Storage } from '../../../server/domain/storage/schema.ts'
import { Loaded } from '../../api/loaded.tsx'
import { useTRPC } from '../../api/trpc.ts'
import { paths } from '../../paths.ts'
import { linked } from '../../ui/display/text.tsx'
import { RelativeTime } from '../../ui/display/time.tsx'
import { Rows } from '../../ui/layout/rows.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { FullIn } from '../full-in.tsx'
import { StorageState } from '../storage-state.tsx'
import { UseBar } from '../use-bar.tsx'

const MOST = 100

/** How it is on each node, and how full there. */
export function StorageNodes({ storage }: { storage: Storage }) {
  const t = useTranslations('storages')
  const format = useFormatter()
  const trpc = useTRPC()
  const query = useQuery(
    trpc.vm.storage.nodes.queryOptions({
      params: { storage_id: storage.id },
      query: { orderby: 'name', limit: `0,${MOST}` },
    }),
  )
  return (
    <Loaded query={query} rows={3} label={t('page.nodes')} unread={t('page.nodesUnread')}>
      {({ list, size }) =>
        size === 0 ? null : (
          <Section title={t('page.nodes')} count={format.number(size)}>
            <Rows
              label={t('page.nodes')}
              rows={list}
              columns={[
                {
                  head: t('fields.name'),
                  name: true,
                  cell: ({ id, name }) => linked(paths.node(id), name),
                },
                {
                  head: t('fields.state'),
                  cell: (node) => (
                    <StorageState of={{ state: node.enabled ? node.state : 'disabled', error: node.error }} />
                  ),
                },
                {
                  head: t('fields.used_percent'),
                  cell: (node) => <UseBar used={node.used_mib} total={node.total_mib} promised={node.promised_mib} />,
                },
                {
                  head: t('page.fullIn'),
                  right: true,
                  wide: true,
                  cell: ({ full_in_days: days }) => (days === null ? '-' : <FullIn days={days} />),
                },
                {
                  head: t('fields.disk_count'),
                  right: true,
                  wide: true,
                  cell: ({ disk_count }) => format.number(disk_count),
                },
                {
                  head: t('fields.checked_at'),
                  quiet: true,
                  wide: true,
                  cell: ({ checked_at }) => (checked_at === null ? '-' : <RelativeTime at={checked_at} />),
                },
              ]}
            />
          </Section>
        )
      }
    </Loaded>
  )
}
