'use client'
import { lazy, useCallback, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { tagFields } from '../../server/domain/tag/fields.ts'
import type { Tag } from '../../server/domain/tag/schema.ts'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { useOwnColumns } from '../resource/own-columns.tsx'
import { useOwnFilters } from '../resource/own-filters.ts'
import { ResourceList } from '../resource/resource-list.tsx'
import { useRecordActions } from '../resource/use-record-actions.tsx'
import { useColumn } from '../table/use-column.ts'
import { TextLink } from '../ui/display/text.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'

const TagDialogs = lazy(() => import('./tag-dialogs.tsx'))
const byName = { field: 'name', desc: false }

/** Tags by which disks choose a storage. */
export function TagsPage() {
  const t = useTranslations('tags')
  const plain = useColumn('tags')
  const trpc = useTRPC()
  const { remove, dialogs, createButton } = useRecordActions<Tag>('tags', TagDialogs)
  const entries = useCallback(
    (tag: Tag): MenuEntry[] => [
      remove(
        tag,
        tag.immortal
          ? { disabledReason: t('immortal') }
          : tag.storages.length > 0 && { disabledReason: t('inUse', { count: tag.storages.length }) },
      ),
    ],
    [remove, t],
  )
  const actions = useMemo(() => ({ entries, dialogs }), [entries, dialogs])
  const { complete } = useOwnColumns<Tag>(tagFields, 'tags')
  const columns = useMemo(
    () =>
      complete([
        plain('name', 160, (row) => row.name, { always: true }),
        plain<Tag>(
          'storages',
          320,
          (row) =>
            row.storages.map(({ id, name }) => (
              <span key={id} className="mr-2 inline-block">
                <TextLink plain href={paths.storage(id)}>
                  {name}
                </TextLink>
              </span>
            )),
          { sort: '' },
        ),
      ]),
    [complete, plain],
  )
  return (
    <ResourceList<Tag>
      id="storage-tags"
      words="tags"
      csv="vm/tag"
      list={trpc.vm.tag.list}
      sort={byName}
      filters={useOwnFilters(tagFields, 'tags')([])}
      columns={columns}
      actions={actions}
      phone={(tag) => ({ detail: tag.note ?? '' })}
      create={createButton()}
    />
  )
}
