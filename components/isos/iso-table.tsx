'use client'
import { type ReactNode, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { isoFields } from '../../server/domain/iso/fields.ts'
import { isoStates } from '../../server/domain/iso/kinds.ts'
import type { Iso } from '../../server/domain/iso/schema.ts'
import { useMe } from '../api/me.tsx'
import { useTRPC } from '../api/trpc.ts'
import { useLoaders } from '../resource/loaders.ts'
import { useOwnColumns } from '../resource/own-columns.tsx'
import { useOwnFilters } from '../resource/own-filters.ts'
import { ResourceList } from '../resource/resource-list.tsx'
import { plainColumn, quiet } from '../table/cells.tsx'
import type { Column } from '../table/columns.ts'
import type { AskedView } from '../table/counted-views.ts'
import { enumFilter, type FilterField } from '../table/filters.ts'
import { useColumn } from '../table/use-column.ts'
import { FileSize } from '../ui/display/file-size.tsx'
import { RelativeTime } from '../ui/display/time.tsx'
import { IsoState } from './iso-state.tsx'
import type { IsoActions } from './use-iso-actions.tsx'

const isoViews = [
  { key: 'all', filters: [], where: undefined },
  {
    key: 'attention',
    filters: [{ field: 'state', op: 'is' as const, values: ['failed', 'uploading'] }],
    where: "state IN ('failed', 'uploading')",
  },
] as const satisfies readonly AskedView[]

/** The library of ISO images: whose they are, how far they are, and in which drives. */
export function IsoTable({ add, tabs, actions }: { add: ReactNode; tabs: ReactNode; actions: IsoActions }) {
  const t = useTranslations('isos')
  const images = useTranslations('images')
  const trpc = useTRPC()
  return (
    <ResourceList<Iso>
      id="isos"
      prefix="iso"
      words="isos"
      title={images('title')}
      csv="vm/os/iso"
      list={trpc.vm.iso.list}
      views={isoViews}
      filters={useFilters()}
      columns={useColumns()}
      actions={{ entries: actions.entries, dialogs: null }}
      phone={(iso) => ({
        detail: iso.current_mounts > 0 ? t('mounted', { count: iso.current_mounts }) : t('notMounted'),
        state: <IsoState iso={iso} bare />,
      })}
      tabs={tabs}
      create={add}
    />
  )
}

function useColumns(): readonly Column<Iso>[] {
  const t = useTranslations('isos')
  const plain = useColumn('isos')
  const { isAdmin } = useMe()
  const { complete } = useOwnColumns<Iso>(isoFields, 'isos')
  return useMemo(
    () =>
      complete([
        plain('name', 230, (iso) => <span className="truncate">{iso.name}</span>, { always: true }),
        plain('state', 230, (iso) => <IsoState iso={iso} />),
        plainColumn('size_bytes', t('fields.size'), 90, (iso) => <FileSize bytes={iso.size_bytes} />, { right: true }),
        {
          id: 'mounts',
          size: 150,
          meta: { label: t('fields.mounts'), quiet: true },
          cell: ({ row: { original } }) => (
            <span title={original.mounts.map((one) => one.name).join(', ')}>
              {original.current_mounts > 0 ? t('mounted', { count: original.current_mounts }) : t('notMounted')}
            </span>
          ),
        },
        plain('for_all', 130, (iso) => (iso.for_all ? t('forAll') : t('forOwner')), { quiet: true }),
        ...(isAdmin
          ? [
              plainColumn<Iso>('account.email', t('fields.owner'), 170, (iso) => iso.account?.email ?? t('ofPanel'), {
                quiet: true,
              }),
            ]
          : []),
        plain('updated_at', 100, (iso) => (iso.updated_at ? <RelativeTime at={iso.updated_at} /> : quiet), {
          quiet: true,
        }),
        {
          id: 'clusters',
          size: 140,
          meta: { label: t('fields.clusters'), quiet: true, extra: true },
          cell: ({ row }) => row.original.clusters.map(({ name }) => name).join(', ') || t('allClusters'),
        },
      ]),
    [t, complete, isAdmin, plain],
  )
}

function useFilters(): readonly FilterField[] {
  const t = useTranslations('isos')
  const { isAdmin } = useMe()
  const { accounts, clusters } = useLoaders()
  const complete = useOwnFilters(isoFields, 'isos')
  return useMemo(
    () =>
      complete([
        enumFilter('state', t('fields.state'), isoStates, (value) => t(`states.${value}`)),
        { name: 'for_all', label: t('fields.for_all'), type: 'bool' },
        isAdmin && {
          name: 'account',
          label: t('fields.owner'),
          type: 'int',
          ...accounts,
          nullable: true,
        },
        isAdmin && {
          name: 'cluster',
          label: t('fields.clusters'),
          type: 'int',
          ...clusters,
        },
      ]),
    [t, isAdmin, accounts, clusters, complete],
  )
}
