'use client'
import { useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { buses } from '../../server/domain/disk/buses.ts'
import type { Disk } from '../../server/domain/disk/schema.ts'
import { diskStates } from '../../server/domain/disk/states.ts'
import { useMe } from '../api/me.tsx'
import { paths } from '../paths.ts'
import { useLoaders } from '../resource/loaders.ts'
import { plainColumn } from '../table/cells.tsx'
import type { Column } from '../table/columns.ts'
import { enumFilter, type FilterField } from '../table/filters.ts'
import { useColumn } from '../table/use-column.ts'
import { gib } from '../ui/display/size.ts'
import { State } from '../ui/display/state-mark.tsx'
import { linked } from '../ui/display/text.tsx'
import { Moving } from './moving.tsx'

const kindOf = (state: Disk['state']) => (state === 'active' ? 'on' : state === 'crashed' ? 'fault' : 'run')

/** The columns of disks; nodes and owners are for administrators. */
export function useDiskColumns(): readonly Column<Disk>[] {
  const t = useTranslations('disks')
  const plain = useColumn('disks')
  const { isAdmin } = useMe()
  const format = useFormatter()
  return useMemo(() => {
    const size = (mib: number) => format.number(gib(mib), { maximumFractionDigits: 1 })
    const forAdmins = [
      plainColumn<Disk>('account.email', t('fields.account'), 180, (row) => row.account?.email),
      plainColumn<Disk>('node.name', t('fields.node'), 130, (row) =>
        row.node ? linked(paths.node(row.node.id), row.node.name) : null,
      ),
    ]
    return [
      plain<Disk>('name', 200, (row) => row.name, { always: true }),
      plain<Disk>('state', 220, (row) => {
        const { state, size_mib_new } = row
        if (state === 'moving') return <Moving disk={row} />
        return size_mib_new === null ? (
          <State kind={kindOf(state)}>{t(`states.${state}`)}</State>
        ) : (
          <State kind="run" detail={t('to', { size: size(size_mib_new) })}>
            {t('grows')}
          </State>
        )
      }),
      plainColumn<Disk>('size_mib', t('fields.size'), 100, (row) => size(row.size_mib), { right: true }),
      plainColumn<Disk>('host.name', t('fields.host'), 160, (row) =>
        row.host ? linked(paths.host(row.host.id, 'disks'), row.host.name) : null,
      ),
      plain<Disk>('bus', 80, (row) => (row.host ? row.bus : null)),
      plainColumn<Disk>('storage.name', t('fields.storage'), 120, (row) => row.storage?.name),
      ...(isAdmin ? forAdmins : []),
    ]
  }, [t, format, isAdmin, plain])
}

export function useDiskFilters(): readonly FilterField[] {
  const t = useTranslations('disks')
  const units = useTranslations('ui.units')
  const { isAdmin } = useMe()
  const { nodes, accounts, clusters } = useLoaders()
  return useMemo(
    () => [
      { name: 'name', label: t('fields.name'), type: 'text' },
      enumFilter('state', t('fields.state'), diskStates, (value) => t(`states.${value}`)),
      { name: 'size_mib', label: t('fields.size'), type: 'int', unit: { label: units('GiB'), factor: 1024 } },
      { name: 'host.name', label: t('fields.host'), type: 'text' },
      { name: 'host.id', label: t('fields.hostId'), type: 'int', nullable: true },
      { name: 'bus', label: t('fields.bus'), type: 'enum', options: buses.map((value) => ({ value, label: value })) },
      ...(isAdmin
        ? ([
            {
              name: 'account.id',
              label: t('fields.account'),
              type: 'int',
              ...accounts,
              nullable: true,
            },
            {
              name: 'node.id',
              label: t('fields.node'),
              type: 'int',
              ...nodes,
              nullable: true,
            },
            { name: 'cluster.id', label: t('fields.cluster'), type: 'int', ...clusters },
          ] as const)
        : []),
    ],
    [t, units, isAdmin, nodes, accounts, clusters],
  )
}
