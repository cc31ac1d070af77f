'use client'
import { useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { nodeFields } from '../../server/domain/node/fields.ts'
import type { Node } from '../../server/domain/node/record.ts'
import { useHealthColumn } from '../health/health-column.tsx'
import { paths } from '../paths.ts'
import { useOwnColumns } from '../resource/own-columns.tsx'
import { useTaskOf } from '../shell/use-running-tasks.ts'
import { NameLink, plainColumn, quiet } from '../table/cells.tsx'
import type { Column } from '../table/columns.ts'
import { useColumn } from '../table/use-column.ts'
import { Share } from '../ui/display/share.tsx'
import { shortSystem } from './node-face.ts'
import { NodeStateLine } from './node-state.tsx'

/** The columns of nodes; `extra` ones wait in the chooser. */
export function useNodeColumns(): readonly Column<Node>[] {
  const t = useTranslations('nodes')
  const plain = useColumn('nodes')
  const format = useFormatter()
  const health = useHealthColumn<Node>()
  const { column, complete } = useOwnColumns<Node>(nodeFields, 'nodes')
  return useMemo(
    () =>
      complete([
        plain('name', 128, (row) => <NameLink href={paths.node(row.id)}>{row.name}</NameLink>, { always: true }),
        plain('state', 150, (row) => <StateCell node={row} />),
        health,
        plain('ip', 118, (row) => row.ip, { mono: true }),
        plain('cluster', 110, (row) => row.cluster.name, { sort: 'cluster.name', quiet: true }),
        plain('host_count', 56, (row) => format.number(row.host_count), { right: true }),
        plain(
          'cpu_percent',
          88,
          (row) => (
            <Share used={row.state === 'active' ? row.cpu_percent : null} of={100} label={t('fields.cpu_percent')} />
          ),
          { right: true },
        ),
        plainColumn(
          'ram',
          t('fields.ram_used'),
          88,
          (row) => (
            <Share
              used={row.state === 'active' ? row.ram_mib.used : null}
              of={row.ram_mib.total}
              label={t('fields.ram_used')}
            />
          ),
          { sort: 'ram_mib.used', right: true },
        ),
        plainColumn(
          'storage',
          t('fields.storage_used'),
          88,
          (row) => <Share used={row.storage_mib.used} of={row.storage_mib.total} label={t('fields.storage_used')} />,
          { sort: 'storage_mib.used', right: true },
        ),
        plain(
          'os_version',
          150,
          (row) => (row.os_version ? <span title={row.os_version}>{shortSystem(row.os_version)}</span> : quiet),
          { quiet: true },
        ),
        column('accelerator', { size: 96 }),
        column('cpu_number', { size: 66 }),
        plainColumn(
          'ram_total',
          t('fields.ram_gib'),
          76,
          (row) => format.number(row.ram_mib.total / 1024, { maximumFractionDigits: 0 }),
          { sort: 'ram_mib.total', right: true, extra: true },
        ),
      ]),
    [t, format, health, column, complete, plain],
  )
}

function StateCell({ node }: { node: Node }) {
  return <NodeStateLine node={node} task={useTaskOf()('node', node.id)} />
}
