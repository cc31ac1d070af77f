'use client'
import { useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { nameServerFields } from '../../server/domain/name-server/fields.ts'
import type { NameServer } from '../../server/domain/name-server/schema.ts'
import { useOwnColumns } from '../resource/own-columns.tsx'
import { useOwnFilters } from '../resource/own-filters.ts'
import type { Column } from '../table/columns.ts'
import { enumFilter, type FilterField } from '../table/filters.ts'
import { useColumn } from '../table/use-column.ts'
import { NameServerState } from './name-server-state.tsx'

const statuses = ['unknown', 'ok', 'fail'] as const

export function useNameServerColumns(): readonly Column<NameServer>[] {
  const t = useTranslations('nameServers')
  const plain = useColumn('nameServers')
  const format = useFormatter()
  const { column, complete } = useOwnColumns<NameServer>(nameServerFields, 'nameServers')
  return useMemo(
    () =>
      complete([
        plain('name', 160, (row) => row.name, { always: true }),
        plain('status', 260, (row) => <NameServerState server={row} />),
        column('kind', { size: 170, extra: false }),
        column('address', { size: 170, extra: false }),
        plain('zones', 260, (row) => row.zones || t('allZones'), { quiet: true }),
        plain('record_count', 100, (row) => format.number(row.record_count), { right: true }),
      ]),
    [t, format, column, complete, plain],
  )
}

export function useNameServerFilters(): readonly FilterField[] {
  const t = useTranslations('nameServers')
  const complete = useOwnFilters(nameServerFields, 'nameServers')
  return useMemo(
    () =>
      complete([
        enumFilter('status', t('fields.status'), statuses, (value) => t(`states.${value}`)),
        { name: 'record_count', label: t('fields.record_count'), type: 'int' },
      ]),
    [t, complete],
  )
}
