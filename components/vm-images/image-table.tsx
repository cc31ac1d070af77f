'use client'
import { type ReactNode, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { imageFields } from '../../server/domain/image/fields.ts'
import type { Image } from '../../server/domain/image/schema.ts'
import { imageLifecycle } from '../../server/domain/image/states.ts'
import { useMe } from '../api/me.tsx'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { useOwnColumns } from '../resource/own-columns.tsx'
import { useOwnFilters } from '../resource/own-filters.ts'
import { ResourceList } from '../resource/resource-list.tsx'
import { NameLink, plainColumn } from '../table/cells.tsx'
import type { Column } from '../table/columns.ts'
import type { AskedView } from '../table/counted-views.ts'
import { enumFilter, type FilterField } from '../table/filters.ts'
import { useColumn } from '../table/use-column.ts'
import { FileSize } from '../ui/display/file-size.tsx'
import { RelativeTime } from '../ui/display/time.tsx'
import { ImageState } from './image-state.tsx'
import type { ImageActions } from './use-image-actions.tsx'

const MIB = 2 ** 20
const imageViews = [
  { key: 'all', filters: [], where: undefined },
  {
    key: 'attention',
    filters: [{ field: 'state', op: 'is' as const, values: ['crashed'] }],
    where: "state EQ 'crashed'",
  },
] as const satisfies readonly AskedView[]

const rowHref = (image: Image) => paths.image(image.id)

/** Images made of VMs: how they are, what they were made of, and what stands on them. */
export function ImageTable({ tabs, actions }: { tabs: ReactNode; actions: ImageActions }) {
  const images = useTranslations('images')
  const trpc = useTRPC()
  return (
    <ResourceList<Image>
      id="vm-images"
      prefix="img"
      words="vmImages"
      title={images('title')}
      csv="vm/image"
      list={trpc.vm.image.list}
      views={imageViews}
      filters={useFilters()}
      columns={useColumns()}
      rowHref={rowHref}
      actions={{ entries: actions.entries, dialogs: null }}
      phone={(image) => ({ detail: image.os_name, state: <ImageState image={image} bare /> })}
      tabs={tabs}
    />
  )
}

function useColumns(): readonly Column<Image>[] {
  const t = useTranslations('vmImages')
  const plain = useColumn('vmImages')
  const { isAdmin } = useMe()
  const { complete } = useOwnColumns<Image>(imageFields, 'vmImages')
  return useMemo(
    () =>
      complete([
        plain('name', 150, ({ id, name }) => <NameLink href={paths.image(id)}>{name}</NameLink>, { always: true }),
        plain('state', 160, (image) => <ImageState image={image} />),
        plain('os_name', 130, (image) => image.os_name),
        plain('host_name', 85, (image) => image.host_name, { quiet: true }),
        plain('size_mib', 75, (image) => <FileSize bytes={image.size_mib * MIB} />, { right: true }),
        plain('size_bytes', 75, (image) => <FileSize bytes={image.size_bytes} />, { right: true }),
        plain(
          'linked_clone_count',
          105,
          ({ linked_clone_count: count }) => (count > 0 ? t('clones', { count }) : t('noClones')),
          { quiet: true },
        ),
        plain('for_all', 90, (image) => (image.for_all ? t('forAll') : t('forOwner')), { quiet: true }),
        ...(isAdmin
          ? [
              plain<Image>('account', 140, (image) => image.account ?? t('ofPanel'), { quiet: true }),
              plain<Image>('node_count', 60, (image) => image.node_count, { right: true }),
            ]
          : []),
        plain('created_at', 85, (image) => <RelativeTime at={image.created_at} />, { quiet: true }),
        plain('cleared', 80, (image) => (image.cleared ? t('cleared') : t('notCleared')), { quiet: true, extra: true }),
        plainColumn('storage.name', t('fields.storage'), 130, (image) => image.storage?.name ?? t('storageMain'), {
          quiet: true,
          extra: true,
        }),
      ]),
    [t, complete, isAdmin, plain],
  )
}

function useFilters(): readonly FilterField[] {
  const t = useTranslations('vmImages')
  const complete = useOwnFilters(imageFields, 'vmImages')
  return useMemo(
    () =>
      complete([
        enumFilter('state', t('fields.state'), imageLifecycle.states, (value) => t(`states.${value}`)),
        { name: 'os_name', label: t('fields.os_name'), type: 'text' },
        { name: 'host_name', label: t('fields.host_name'), type: 'text' },
        { name: 'for_all', label: t('forAllLong'), type: 'bool' },
        { name: 'cleared', label: t('fields.cleared'), type: 'bool' },
        { name: 'linked_clone_count', label: t('fields.linked_clone_count'), type: 'int' },
      ]),
    [t, complete],
  )
}
