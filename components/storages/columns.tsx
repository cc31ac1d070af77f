'use client'
import { useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { storageFields } from '../../server/domain/storage/fields.ts'
import { storageKinds } from '../../server/domain/storage/kinds.ts'
import type { Storage } from '../../server/domain/storage/schema.ts'
import { overallStates } from '../../server/domain/storage/states.ts'
import { paths } from '../paths.ts'
import { useOwnColumns } from '../resource/own-columns.tsx'
import { useOwnFilters } from '../resource/own-filters.ts'
import { NameLink, plainColumn } from '../table/cells.tsx'
import type { Column } from '../table/columns.ts'
import { enumFilter, type FilterField } from '../table/filters.ts'
import { useColumn } from '../table/use-column.ts'
import { Tag } from '../ui/display/badge.tsx'
import { Sparkline } from '../ui/display/sparkline.tsx'
import { useSizes } from '../ui/display/use-sizes.ts'
import { FullIn } from './full-in.tsx'
import { StorageState } from './storage-state.tsx'
import { UseBar } from './use-bar.tsx'

export function useStorageColumns(): readonly Column<Storage>[] {
  const t = useTranslations('storages')
  const plain = useColumn('storages')
  const format = useFormatter()
  const size = useSizes()
  const { complete } = useOwnColumns<Storage>(storageFields, 'storages')
  return useMemo(() => {
    const right = { right: true }
    return complete([
      plain('name', 130, (row) => <NameLink href={paths.storage(row.id)}>{row.name}</NameLink>, { always: true }),
      plain('kind', 105, (row) => t(`kinds.${row.kind}`)),
      plain('state', 180, (row) => <StorageState of={row} />),
      plain('used_percent', 160, (row) => (
        <UseBar used={row.used_mib} total={row.total_mib} promised={row.promised_mib} />
      )),
      plain(
        'used_mib',
        150,
        (row) =>
          row.total_mib > 0
            ? t('usedOf', { used: size(row.used_mib, row.total_mib), total: size(row.total_mib) })
            : '-',
        right,
      ),
      plain(
        'promised_percent',
        80,
        (row) =>
          row.promised_percent === null ? '-' : format.number(row.promised_percent / 100, { style: 'percent' }),
        right,
      ),
      plain('full_in_days', 140, ({ trend, full_in_days: days }) =>
        trend.length === 0 ? (
          '-'
        ) : (
          <span className="inline-flex items-center gap-2 align-middle">
            <Sparkline values={trend} />
            {days === null ? null : <FullIn days={days} />}
          </span>
        ),
      ),
      plain('node_count', 70, (row) => t('nodesOf', { count: row.node_count, total: row.node_total }), right),
      plain('disk_count', 60, (row) => format.number(row.disk_count), right),
      plainColumn('tag', t('fields.tags'), 100, (row) => row.tags.map(({ id, name }) => <Tag key={id}>{name}</Tag>), {
        sort: '',
      }),
    ])
  }, [t, format, size, complete, plain])
}

export function useStorageFilters(): readonly FilterField[] {
  const t = useTranslations('storages')
  const complete = useOwnFilters(storageFields, 'storages')
  return useMemo(
    () =>
      complete([
        enumFilter('kind', t('fields.kind'), storageKinds, (value) => t(`kinds.${value}`)),
        enumFilter('state', t('fields.state'), overallStates, (value) => t(`states.${value}`)),
        { name: 'used_percent', label: t('fields.used_percent'), type: 'number' },
        { name: 'full_in_days', label: t('fields.full_in_days'), type: 'number' },
        { name: 'tag.name', label: t('fields.tags'), type: 'text' },
        { name: 'cluster.name', label: t('fields.clusters'), type: 'text' },
      ]),
    [t, complete],
  )
}
