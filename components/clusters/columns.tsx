'use client'
import Link from 'next/link'
import { useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Cluster } from '../../server/domain/cluster/record.ts'
import { paths } from '../paths.ts'
import type { Column } from '../table/columns.ts'
import { Share } from '../ui/share.tsx'
import { ClusterState } from './cluster-state.tsx'

const quiet = <span className="text-fg-3">-</span>

/** The columns of clusters; `extra` ones wait in the chooser. */
export function useClusterColumns(): readonly Column<Cluster>[] {
  const t = useTranslations('clusters')
  const format = useFormatter()
  return useMemo((): Column<Cluster>[] => {
    const share = (id: 'ram_mib' | 'storage_mib'): Column<Cluster> => ({
      id,
      size: 100,
      meta: { label: t(`fields.${id}`), sort: `${id}.used`, right: true },
      cell: ({ row }) => <Share used={row.original[id].used} of={row.original[id].total} label={t(`fields.${id}`)} />,
    })
    return [
      {
        id: 'name',
        size: 150,
        meta: { label: t('fields.name'), sort: 'name', always: true },
        cell: ({ row }) => (
          <Link
            href={paths.cluster(row.original.id)}
            tabIndex={-1}
            prefetch={false}
            className="truncate hover:underline hover:underline-offset-2"
          >
            {row.original.name}
          </Link>
        ),
      },
      {
        id: 'state',
        size: 120,
        meta: { label: t('fields.state'), sort: 'state' },
        cell: ({ row }) => <ClusterState cluster={row.original} />,
      },
      {
        id: 'virtualization_type',
        size: 90,
        meta: { label: t('fields.virtualization_type'), sort: 'virtualization_type', quiet: true },
        cell: ({ row }) => t(`kinds.${row.original.virtualization_type}`),
      },
      {
        id: 'node_count',
        size: 70,
        meta: { label: t('fields.node_count'), sort: 'node_count', right: true },
        cell: ({ row }) => format.number(row.original.node_count),
      },
      {
        id: 'host_count',
        size: 64,
        meta: { label: t('fields.host_count'), sort: 'host_count', right: true },
        cell: ({ row }) => format.number(row.original.host_count),
      },
      {
        id: 'cpu_number',
        size: 110,
        meta: { label: t('fields.cpu_number'), sort: 'cpu_number.used', right: true },
        cell: ({ row: { original } }) => (
          <span className="num">
            {t('usedOf', {
              used: format.number(original.cpu_number.used),
              total: format.number(original.cpu_number.total),
            })}
          </span>
        ),
      },
      share('ram_mib'),
      share('storage_mib'),
      {
        id: 'ippools',
        size: 140,
        meta: { label: t('fields.ippools'), quiet: true },
        cell: ({ row }) => row.original.ippools.map((pool) => pool.name).join(', ') || quiet,
      },
      {
        id: 'comment',
        size: 150,
        meta: { label: t('fields.comment'), sort: 'comment', quiet: true, extra: true },
        cell: ({ row }) => row.original.comment || quiet,
      },
      {
        id: 'id',
        size: 56,
        meta: { label: t('fields.id'), sort: 'id', right: true, quiet: true, extra: true },
        cell: ({ row }) => row.original.id,
      },
    ]
  }, [t, format])
}
