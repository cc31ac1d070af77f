'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { serverFields } from '../../server/domain/server/fields.ts'
import type { Server } from '../../server/domain/server/record.ts'
import { useMe } from '../api/me.tsx'
import { useHealthColumn } from '../health/health-column.tsx'
import { usePlaceLabel } from '../locations/place.ts'
import { paths } from '../paths.ts'
import { PowerState } from '../power/power-state.tsx'
import { useOwnColumns } from '../resource/own-columns.tsx'
import { NameLink, quiet } from '../table/cells.tsx'
import type { Column } from '../table/columns.ts'
import { useColumn } from '../table/use-column.ts'
import { ServerState } from './server-state.tsx'

/** The columns of servers; `extra` ones wait in the chooser. */
export function useServerColumns(): readonly Column<Server>[] {
  const t = useTranslations('servers.fields')
  const plain = useColumn('servers')
  const place = usePlaceLabel()
  const health = useHealthColumn<Server>(140)
  const { isAdmin } = useMe()
  const { column, complete } = useOwnColumns<Server>(serverFields, 'servers')
  return useMemo(() => {
    return complete([
      plain('name', 116, (row) => <NameLink href={paths.server(row.id)}>{row.name}</NameLink>, { always: true }),
      plain('state', 124, (row) => <ServerState server={row} />),
      health,
      plain('power_status', 92, (row) => <PowerState server={row} />),
      plain('platform', 100, (row) => row.platform?.name, { sort: 'platform.name' }),
      plain('place', 140, (row) => <span title={place(row)}>{place(row)}</span>, { sort: 'rack.name', quiet: true }),
      column('configuration', { size: 176, extra: false }),
      isAdmin && plain<Server>('owner', 134, (row) => row.owner_email, { sort: 'owner_email' }),
      {
        id: 'ip',
        size: 112,
        meta: { label: t('ip'), mono: true },
        cell: ({ row: { original } }) =>
          original.ip.length === 0
            ? quiet
            : original.ip.length === 1
              ? original.ip[0]?.name
              : t('addressAndMore', { first: original.ip[0]?.name ?? '', count: original.ip.length - 1 }),
      },
      isAdmin && plain<Server>('node', 120, (row) => row.node?.name, { sort: 'node.name', extra: true }),
      plain('installed', 170, (row) => row.installed?.system, { sort: 'installed.system', extra: true }),
      plain('mac', 140, (row) => row.mac[0], { mono: true, extra: true, sort: '' }),
    ])
  }, [t, place, isAdmin, health, column, complete, plain])
}
