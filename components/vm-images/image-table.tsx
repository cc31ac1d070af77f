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
import type { FilterField } from '../table/filters.ts'
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
  const { isAdmin } = useMe()
  const { complete } = useOwnColumns<Image>(imageFields, 'vmImages')
  return useMemo(
    () =>
      complete([
        plainColumn(
          'name',
          t('fields.name'),
          150,
          ({ id, name }) => <NameLink href={paths.image(id)}>{name}</NameLink>,
          {
            always: true,
          },
        ),
        plainColumn('state', t('fields.state'), 160, (image) => <ImageState image={image} />),
        plainColumn('os_name', t('fields.os_name'), 130, (image) => image.os_name),
        plainColumn('host_name', t('fields.host_name'), 85, (image) => image.host_name, { quiet: true }),
        plainColumn('size_mib', t('fields.size_mib'), 75, (image) => <FileSize bytes={image.size_mib * MIB} />, {
          right: true,
        }),
        plainColumn('size_bytes', t('fields.size_bytes'), 75, (image) => <FileSize bytes={image.size_bytes} />, {
          right: true,
        }),
        plainColumn(
          'linked_clone_count',
          t('fields.linked_clone_count'),
          105,
          ({ linked_clone_count: count }) => (count > 0 ? t('clones', { count }) : t('noClones')),
          { quiet: true },
        ),
        plainColumn('for_all', t('fields.for_all'), 90, (image) => (image.for_all ? t('forAll') : t('forOwner')), {
          quiet: true,
        }),
        ...(isAdmin
          ? [
              plainColumn<Image>('account', t('fields.account'), 140, (image) => image.account ?? t('ofPanel'), {
                quiet: true,
              }),
              plainColumn<Image>('node_count', t('fields.node_count'), 60, (image) => image.node_count, {
                right: true,
              }),
            ]
          : []),
        plainColumn('created_at', t('fields.created_at'), 85, (image) => <RelativeTime at={image.created_at} />, {
          quiet: true,
        }),
        plainColumn('cleared', t('fields.cleared'), 80, (image) => (image.cleared ? t('cleared') : t('notCleared')), {
          quiet: true,
          extra: true,
        }),
        plainColumn('storage.name', t('fields.storage'), 130, (image) => image.storage?.name ?? t('storageMain'), {
          quiet: true,
          extra: true,
        }),
      ]),
    [t, complete, isAdmin],
  )
}

function useFilters(): readonly FilterField[] {
  const t = useTranslations('vmImages')
  const complete = useOwnFilters(imageFields, 'vmImages')
  return useMemo(
    () =>
      complete([
        {
          name: 'state',
          label: t('fields.state'),
          type: 'enum',
          options: imageLifecycle.states.map((value) => ({ value, label: t(`states.${value}`) })),
        },
        { name: 'os_name', label: t('fields.os_name'), type: 'text' },
        { name: 'host_name', label: t('fields.host_name'), type: 'text' },
        { name: 'for_all', label: t('forAllLong'), type: 'bool' },
        { name: 'cleared', label: t('fields.cleared'), type: 'bool' },
        { name: 'linked_clone_count', label: t('fields.linked_clone_count'), type: 'int' },
      ]),
    [t, complete],
  )
}
