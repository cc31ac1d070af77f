'use client'
import { useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Ippool } from '../../server/domain/ippool/schema.ts'
import { HowFull } from '../addresses/how-full.tsx'
import { NameLink, quiet } from '../datacenter/cells.tsx'
import { paths } from '../paths.ts'
import type { Column } from '../table/columns.ts'

/** The columns of pools; `extra` ones wait in the chooser. */
export function useIppoolColumns(): readonly Column<Ippool>[] {
  const t = useTranslations('addresses')
  const format = useFormatter()
  return useMemo(
    () => [
      {
        id: 'name',
        size: 150,
        meta: { label: t('fields.name'), sort: 'name', always: true },
        cell: ({ row }) => <NameLink href={paths.pool(row.original.id)}>{row.original.name}</NameLink>,
      },
      {
        id: 'ranges',
        size: 80,
        meta: { label: t('fields.ranges'), sort: 'ranges', right: true },
        cell: ({ row }) => format.number(row.original.ranges),
      },
      {
        id: 'ipv4',
        size: 150,
        meta: { label: t('fields.usedV4'), sort: 'ipv4.used', right: true },
        cell: ({ row }) => <HowFull {...row.original.ipv4} label={t('fields.usedV4')} />,
      },
      {
        id: 'ipv6',
        size: 110,
        meta: { label: t('fields.usedV6'), sort: 'ipv6.used', right: true },
        cell: ({ row }) => <HowFull {...row.original.ipv6} label={t('fields.usedV6')} />,
      },
      {
        id: 'clusters',
        size: 150,
        meta: { label: t('fields.clusters'), quiet: true },
        cell: ({ row }) => row.original.clusters.map((cluster) => cluster.name).join(', ') || quiet,
      },
      {
        id: 'location',
        size: 120,
        meta: { label: t('fields.location'), sort: 'location.name', quiet: true },
        cell: ({ row }) => row.original.location?.name ?? quiet,
      },
      {
        id: 'auto_selection_allowed',
        size: 110,
        meta: { label: t('fields.automatic'), sort: 'auto_selection_allowed', quiet: true },
        cell: ({ row }) => (row.original.auto_selection_allowed ? t('yes') : t('no')),
      },
      {
        id: 'note',
        size: 160,
        meta: { label: t('fields.note'), sort: 'note', quiet: true },
        cell: ({ row }) => row.original.note || quiet,
      },
      {
        id: 'id',
        size: 64,
        meta: { label: t('fields.id'), sort: 'id', right: true, quiet: true, extra: true },
        cell: ({ row }) => row.original.id,
      },
    ],
    [t, format],
  )
}
