'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { ipnetFields } from '../../server/domain/ipnet/fields.ts'
import type { Ipnet } from '../../server/domain/ipnet/schema.ts'
import { HowFull } from '../addresses/how-full.tsx'
import { paths } from '../paths.ts'
import { useOwnColumns } from '../resource/own-columns.tsx'
import { NameLink, plainColumn, quiet } from '../table/cells.tsx'
import type { Column } from '../table/columns.ts'
import { useColumn } from '../table/use-column.ts'

/** The columns of networks; `extra` ones wait in the chooser. */
export function useIpnetColumns(): readonly Column<Ipnet>[] {
  const t = useTranslations('addresses')
  const plain = useColumn('addresses')
  const { column, complete } = useOwnColumns<Ipnet>(ipnetFields, 'addresses')
  return useMemo(
    () =>
      complete([
        plainColumn(
          'name',
          t('fields.network'),
          170,
          (row) => <NameLink href={paths.network(row.id)}>{row.name}</NameLink>,
          { always: true, mono: true },
        ),
        plain('gateway', 140, (row) => row.gateway, { mono: true, quiet: true }),
        plain('vlan', 64, (row) => row.vlan, { right: true, quiet: true }),
        plain('family', 70, (row) => t(row.family === 2 ? 'families.2' : 'families.10'), { quiet: true }),
        plainColumn(
          'using_ip',
          t('fields.used'),
          160,
          (row) => <HowFull used={row.using_ip} total={row.total_ip} label={t('fields.used')} />,
          { right: true },
        ),
        plain('location', 120, (row) => row.location?.name, { sort: 'location.name', quiet: true }),
        {
          id: 'clusters',
          size: 150,
          meta: { label: t('fields.clusters'), quiet: true, extra: true },
          cell: ({ row }) => row.original.clusters.map(({ name }) => name).join(', ') || quiet,
        },
        column('need_reserve', { size: 230, extra: false }),
        column('note', { extra: false }),
      ]),
    [t, column, complete, plain],
  )
}
