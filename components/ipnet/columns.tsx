'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { Ipnet } from '../../server/domain/ipnet/schema.ts'
import { HowFull } from '../addresses/how-full.tsx'
import { NameLink, quiet } from '../datacenter/cells.tsx'
import { paths } from '../paths.ts'
import type { Column } from '../table/columns.ts'

/** The columns of networks; `extra` ones wait in the chooser. */
export function useIpnetColumns(): readonly Column<Ipnet>[] {
  const t = useTranslations('addresses')
  return useMemo(
    () => [
      {
        id: 'name',
        size: 170,
        meta: { label: t('fields.network'), sort: 'name', always: true, mono: true },
        cell: ({ row }) => <NameLink href={paths.network(row.original.id)}>{row.original.name}</NameLink>,
      },
      {
        id: 'gateway',
        size: 140,
        meta: { label: t('fields.gateway'), sort: 'gateway', mono: true, quiet: true },
        cell: ({ row }) => row.original.gateway || quiet,
      },
      {
        id: 'vlan',
        size: 64,
        meta: { label: t('fields.vlan'), sort: 'vlan', right: true, quiet: true },
        cell: ({ row }) => row.original.vlan || quiet,
      },
      {
        id: 'family',
        size: 70,
        meta: { label: t('fields.family'), sort: 'family', quiet: true },
        cell: ({ row }) => t(row.original.family === 2 ? 'families.2' : 'families.10'),
      },
      {
        id: 'using_ip',
        size: 160,
        meta: { label: t('fields.used'), sort: 'using_ip', right: true },
        cell: ({ row }) => (
          <HowFull used={row.original.using_ip} total={row.original.total_ip} label={t('fields.used')} />
        ),
      },
      {
        id: 'location',
        size: 120,
        meta: { label: t('fields.location'), sort: 'location.name', quiet: true },
        cell: ({ row }) => row.original.location?.name ?? quiet,
      },
      {
        id: 'need_reserve',
        size: 110,
        meta: { label: t('fields.reserve'), sort: 'need_reserve', quiet: true },
        cell: ({ row }) => (row.original.need_reserve ? t('yes') : t('no')),
      },
      {
        id: 'note',
        size: 200,
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
    [t],
  )
}
