'use client'
import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import type { Storage } from '../../../server/domain/storage/schema.ts'
import { Loaded } from '../../api/loaded.tsx'
import { useTRPC } from '../../api/trpc.ts'
import { paths } from '../../paths.ts'
import { linked } from '../../ui/display/text.tsx'
import { useSizes } from '../../ui/display/use-sizes.ts'
import { Rows } from '../../ui/layout/rows.tsx'
import { Section } from '../../ui/layout/section.tsx'

const MOST = 20

/** The disks on it: the largest, and how many there are in all. */
export function StorageDisks({ storage }: { storage: Storage }) {
  const t = useTranslations('storages')
  const format = useFormatter()
  const size = useSizes()
  const trpc = useTRPC()
  const where = `storage EQ ${storage.id}`
  const query = useQuery(
    trpc.vm.disk.list.queryOptions({ query: { where, orderby: 'size_mib desc', limit: `0,${MOST}` } }),
  )
  return (
    <Loaded query={query} rows={3} label={t('page.livesOn')} unread={t('page.disksUnread')}>
      {({ list, size: total }) => (
        <Section title={t('page.livesOn')} count={format.number(total)}>
          {total === 0 ? (
            <p className="py-2 text-12 text-fg-2">{t('page.noDisks')}</p>
          ) : (
            <Rows
              label={t('page.livesOn')}
              rows={list}
              columns={[
                { head: t('page.disk'), name: true, cell: ({ name }) => name },
                {
                  head: t('page.host'),
                  cell: ({ host }) =>
                    host ? (
                      linked(paths.host(host.id, 'disks'), host.name)
                    ) : (
                      <span className="text-fg-3">{t('page.noHost')}</span>
                    ),
                },
                { head: t('page.node'), quiet: true, wide: true, cell: ({ node }) => node?.name ?? '-' },
                { head: t('page.diskSize'), right: true, cell: ({ size_mib }) => size(size_mib) },
              ]}
            />
          )}
          {total > MOST ? <p className="pt-1 text-12 text-fg-2">{t('page.largest', { count: MOST })}</p> : null}
        </Section>
      )}
    </Loaded>
  )
}
