'use client'
import { useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { clusterFields } from '../../server/domain/cluster/fields.ts'
import type { Cluster } from '../../server/domain/cluster/record.ts'
import { paths } from '../paths.ts'
import { useOwnColumns } from '../resource/own-columns.tsx'
import { NameLink, quiet } from '../table/cells.tsx'
import type { Column } from '../table/columns.ts'
import { useColumn } from '../table/use-column.ts'
import { Share } from '../ui/display/share.tsx'
import { ClusterState } from './cluster-state.tsx'

/** The columns of clusters; `extra` ones wait in the chooser. */
export function useClusterColumns(): readonly Column<Cluster>[] {
  const t = useTranslations('clusters')
  const plain = useColumn('clusters')
  const format = useFormatter()
  const { complete } = useOwnColumns<Cluster>(clusterFields, 'clusters')
  return useMemo(() => {
    const share = (id: 'ram_mib' | 'storage_mib'): Column<Cluster> => ({
      id,
      size: 100,
      meta: { label: t(`fields.${id}`), sort: `${id}.used`, right: true },
      cell: ({ row }) => <Share used={row.original[id].used} of={row.original[id].total} label={t(`fields.${id}`)} />,
    })
    return complete([
      plain('name', 150, (row) => <NameLink href={paths.cluster(row.id)}>{row.name}</NameLink>, { always: true }),
      plain('state', 120, (row) => <ClusterState cluster={row} />),
      plain('virtualization_type', 90, (row) => t(`kinds.${row.virtualization_type}`), { quiet: true }),
      plain('node_count', 70, (row) => format.number(row.node_count), { right: true }),
      plain('host_count', 64, (row) => format.number(row.host_count), { right: true }),
      plain(
        'cpu_number',
        110,
        (row) => (
          <span className="num">
            {t('usedOf', {
              used: format.number(row.cpu_number.used),
              total: format.number(row.cpu_number.total),
            })}
          </span>
        ),
        { sort: 'cpu_number.used', right: true },
      ),
      share('ram_mib'),
      share('storage_mib'),
      {
        id: 'ippools',
        size: 140,
        meta: { label: t('fields.ippools'), quiet: true },
        cell: ({ row }) => row.original.ippools.map((pool) => pool.name).join(', ') || quiet,
      },
    ])
  }, [t, format, complete, plain])
}
