'use client'
import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import type { Image } from '../../../server/domain/image/schema.ts'
import type { Storage } from '../../../server/domain/storage/schema.ts'
import { Loaded } from '../../api/loaded.tsx'
import { useTRPC } from '../../api/trpc.ts'
import { useSizes } from '../../ui/display/use-sizes.ts'
import { Rows } from '../../ui/layout/rows.tsx'
import { Section } from '../../ui/layout/section.tsx'

/** What a list answers at once; sums of more say that there is more. */
const MOST = 500
const MIB = 2 ** 20

type Sum = { what: string; count: number; mib: number | null; more?: boolean }

/** MiB of images: each node that has one keeps a copy, unless they share the storage. */
export const imagesMib = (images: readonly Pick<Image, 'size_bytes' | 'is_local' | 'nodes'>[]): number =>
  images.reduce((sum, one) => sum + ((one.size_bytes ?? 0) * (one.is_local ? one.nodes.length : 1)) / MIB, 0)

/** How many disks of VMs, disks without one, and images are on it, and how large they are together. */
export function LivesOn({ storage }: { storage: Storage }) {
  const t = useTranslations('storages.page')
  const { vm } = useTRPC()
  const on = `storage EQ ${storage.id}`
  const few = { orderby: 'id', limit: `0,${MOST}` }
  const loose = useQuery(vm.disk.list.queryOptions({ query: { ...few, where: `(${on}) AND (host EQ null)` } }))
  const images = useQuery(vm.image.list.queryOptions({ query: { ...few, where: on } }))
  return (
    <Loaded query={loose} rows={2} label={t('lives')} unread={t('disksUnread')}>
      {(disks) => (
        <Loaded query={images} rows={2} label={t('lives')} unread={t('imagesUnread')}>
          {(of) => (
            <Sums
              rows={[
                {
                  ...{ what: t('ofHosts', { count: storage.host_count }), mib: null },
                  count: storage.disk_count - disks.size,
                },
                {
                  ...{ what: t('loose'), count: disks.size, more: disks.size > disks.list.length },
                  mib: disks.list.reduce((sum, { size_mib }) => sum + size_mib, 0),
                },
                {
                  ...{ what: t('images'), count: of.size, more: of.size > of.list.length },
                  mib: imagesMib(of.list),
                },
              ]}
            />
          )}
        </Loaded>
      )}
    </Loaded>
  )
}

function Sums({ rows }: { rows: readonly Sum[] }) {
  const t = useTranslations('storages.page')
  const format = useFormatter()
  const size = useSizes()
  return (
    <Section title={t('lives')}>
      <Rows
        label={t('lives')}
        rows={rows}
        rowKey={({ what }) => what}
        columns={[
          { head: t('what'), name: true, cell: ({ what }) => what },
          { head: t('number'), right: true, cell: ({ count }) => format.number(count) },
          {
            head: t('promisedSum'),
            right: true,
            cell: ({ mib, more }) => (mib === null ? '' : more ? t('atLeast', { size: size(mib) }) : size(mib)),
          },
        ]}
      />
    </Section>
  )
}
