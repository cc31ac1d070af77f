'use client'
import Link from 'next/link'
import { useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Node } from '../../server/domain/node/record.ts'
import { paths } from '../paths.ts'
import { useTaskOf } from '../shell/use-running-tasks.ts'
import type { Column } from '../table/columns.ts'
import { Share } from '../ui/share.tsx'
import { shortSystem } from './node-face.ts'
import { NodeStateLine } from './node-state.tsx'

const quiet = <span className="text-fg-3">-</span>

/** The columns of nodes; `extra` ones wait in the chooser. */
export function useNodeColumns(): readonly Column<Node>[] {
  const t = useTranslations('nodes')
  const format = useFormatter()
  return useMemo(
    (): Column<Node>[] => [
      {
        id: 'name',
        size: 128,
        meta: { label: t('fields.name'), sort: 'name', always: true },
        cell: ({ row }) => (
          <Link
            href={paths.node(row.original.id)}
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
        size: 236,
        meta: { label: t('fields.state'), sort: 'state' },
        cell: ({ row }) => <StateCell node={row.original} />,
      },
      {
        id: 'ip',
        size: 118,
        meta: { label: t('fields.ip'), sort: 'ip', mono: true },
        cell: ({ row }) => row.original.ip,
      },
      {
        id: 'cluster',
        size: 110,
        meta: { label: t('fields.cluster'), sort: 'cluster.name', quiet: true },
        cell: ({ row }) => row.original.cluster.name,
      },
      {
        id: 'host_count',
        size: 56,
        meta: { label: t('fields.host_count'), sort: 'host_count', right: true },
        cell: ({ row }) => format.number(row.original.host_count),
      },
      {
        id: 'cpu_percent',
        size: 88,
        meta: { label: t('fields.cpu_percent'), sort: 'cpu_percent', right: true },
        cell: ({ row }) => (
          <Share
            used={row.original.state === 'active' ? row.original.cpu_percent : null}
            of={100}
            label={t('fields.cpu_percent')}
          />
        ),
      },
      {
        id: 'ram',
        size: 88,
        meta: { label: t('fields.ram_used'), sort: 'ram_mib.used', right: true },
        cell: ({ row: { original } }) => (
          <Share
            used={original.state === 'active' ? original.ram_mib.used : null}
            of={original.ram_mib.total}
            label={t('fields.ram_used')}
          />
        ),
      },
      {
        id: 'storage',
        size: 88,
        meta: { label: t('fields.storage_used'), sort: 'storage_mib.used', right: true },
        cell: ({ row: { original } }) => (
          <Share used={original.storage_mib.used} of={original.storage_mib.total} label={t('fields.storage_used')} />
        ),
      },
      {
        id: 'os_version',
        size: 150,
        meta: { label: t('fields.os_version'), sort: 'os_version', quiet: true },
        cell: ({ row: { original } }) =>
          original.os_version ? <span title={original.os_version}>{shortSystem(original.os_version)}</span> : quiet,
      },
      {
        id: 'accelerator',
        size: 96,
        meta: { label: t('fields.accelerator'), sort: 'accelerator', quiet: true, extra: true },
        cell: ({ row: { original } }) => (original.accelerator ? t(`accelerators.${original.accelerator}`) : quiet),
      },
      {
        id: 'cpu_number',
        size: 66,
        meta: { label: t('fields.cpu_number'), sort: 'cpu_number', right: true, extra: true },
        cell: ({ row }) => format.number(row.original.cpu_number),
      },
      {
        id: 'ram_total',
        size: 76,
        meta: { label: t('fields.ram_gib'), sort: 'ram_mib.total', right: true, extra: true },
        cell: ({ row }) => format.number(row.original.ram_mib.total / 1024, { maximumFractionDigits: 0 }),
      },
      {
        id: 'comment',
        size: 160,
        meta: { label: t('fields.comment'), sort: 'comment', quiet: true, extra: true },
        cell: ({ row }) => row.original.comment ?? quiet,
      },
      {
        id: 'id',
        size: 56,
        meta: { label: t('fields.id'), sort: 'id', right: true, quiet: true, extra: true },
        cell: ({ row }) => row.original.id,
      },
    ],
    [t, format],
  )
}

function StateCell({ node }: { node: Node }) {
  return <NodeStateLine node={node} task={useTaskOf()('node', node.id)} />
}
