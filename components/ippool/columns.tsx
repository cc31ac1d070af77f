'use client'
import { useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { ippoolFields } from '../../server/domain/ippool/fields.ts'
import type { Ippool } from '../../server/domain/ippool/schema.ts'
import { HowFull } from '../addresses/how-full.tsx'
import { paths } from '../paths.ts'
import { useOwnColumns } from '../resource/own-columns.tsx'
import { NameLink, plainColumn, quiet } from '../table/cells.tsx'
import type { Column } from '../table/columns.ts'
import { useColumn } from '../table/use-column.ts'

/** The columns of pools; `extra` ones wait in the chooser. */
export function useIppoolColumns(): readonly Column<Ippool>[] {
  const t = useTranslations('addresses')
  const plain = useColumn('addresses')
  const format = useFormatter()
  const { column, complete } = useOwnColumns<Ippool>(ippoolFields, 'addresses')
  return useMemo(
    () =>
      complete([
        plain('name', 140, (row) => <NameLink href={paths.pool(row.id)}>{row.name}</NameLink>, { always: true }),
        plain('ranges', 80, (row) => format.number(row.ranges), { right: true }),
        plainColumn('ipv4', t('fields.usedV4'), 176, (row) => <HowFull {...row.ipv4} label={t('fields.usedV4')} />, {
          sort: 'ipv4.used',
          right: true,
        }),
        plainColumn('ipv6', t('fields.usedV6'), 110, (row) => <HowFull {...row.ipv6} label={t('fields.usedV6')} />, {
          sort: 'ipv6.used',
          right: true,
        }),
        {
          id: 'clusters',
          size: 150,
          meta: { label: t('fields.clusters'), quiet: true },
          cell: ({ row }) => row.original.clusters.map((cluster) => cluster.name).join(', ') || quiet,
        },
        plain('location', 104, (row) => row.location?.name, { sort: 'location.name', quiet: true }),
        column('auto_selection_allowed', { size: 180, extra: false }),
        column('note', { size: 140, extra: false }),
      ]),
    [t, format, column, complete, plain],
  )
}
