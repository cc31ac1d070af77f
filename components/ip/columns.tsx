'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { IpRecord } from '../../server/domain/ip/schema.ts'
import { quiet } from '../datacenter/cells.tsx'
import { paths } from '../paths.ts'
import type { Column } from '../table/columns.ts'
import { TextLink } from '../ui/text.tsx'
import { IpState } from './ip-state.tsx'

/** The columns of addresses in use; `extra` ones wait in the chooser. */
export function useIpColumns(): readonly Column<IpRecord>[] {
  const t = useTranslations('addresses')
  return useMemo(
    () => [
      {
        id: 'ip_addr',
        size: 150,
        meta: { label: t('fields.address'), sort: 'ip_addr', always: true, mono: true },
        cell: ({ row }) => row.original.ip_addr,
      },
      {
        id: 'state',
        size: 110,
        meta: { label: t('fields.state'), sort: 'state' },
        cell: ({ row }) => <IpState state={row.original.state} />,
      },
      {
        id: 'host',
        size: 130,
        meta: { label: t('fields.machine'), sort: 'host.name' },
        cell: ({ row }) =>
          row.original.host ? (
            <TextLink plain href={paths.host(row.original.host.id)} tabIndex={-1} prefetch={false}>
              {row.original.host.name}
            </TextLink>
          ) : (
            quiet
          ),
      },
      {
        id: 'server',
        size: 130,
        meta: { label: t('fields.server'), sort: 'server.name' },
        cell: ({ row }) =>
          row.original.server ? (
            <TextLink plain href={paths.server(row.original.server.id)} tabIndex={-1} prefetch={false}>
              {row.original.server.name}
            </TextLink>
          ) : (
            quiet
          ),
      },
      {
        id: 'ipnet_name',
        size: 130,
        meta: { label: t('fields.network'), sort: 'ipnet_name', mono: true, quiet: true },
        cell: ({ row }) => row.original.ipnet_name ?? quiet,
      },
      {
        id: 'gateway',
        size: 120,
        meta: { label: t('fields.gateway'), sort: 'gateway', mono: true, quiet: true },
        cell: ({ row }) => row.original.gateway ?? quiet,
      },
      {
        id: 'domain',
        size: 150,
        meta: { label: t('fields.domain'), sort: 'domain', quiet: true },
        cell: ({ row }) => row.original.domain || quiet,
      },
      {
        id: 'account',
        size: 140,
        meta: { label: t('fields.owner'), sort: 'account.email', quiet: true },
        cell: ({ row }) => row.original.account?.email ?? quiet,
      },
      {
        id: 'mask',
        size: 120,
        meta: { label: t('fields.mask'), sort: 'mask', mono: true, quiet: true, extra: true },
        cell: ({ row }) => row.original.mask,
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
