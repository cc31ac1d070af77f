'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { IpRecord } from '../../server/domain/ip/schema.ts'
import { paths } from '../paths.ts'
import { PtrState } from '../ptr/ptr-state.tsx'
import { plainColumn, quiet } from '../table/cells.tsx'
import type { Column } from '../table/columns.ts'
import { useColumn } from '../table/use-column.ts'
import { TextLink } from '../ui/display/text.tsx'
import { IpState } from './ip-state.tsx'

/** The columns of addresses in use; `extra` ones wait in the chooser. */
export function useIpColumns(): readonly Column<IpRecord>[] {
  const t = useTranslations('addresses')
  const plain = useColumn('addresses')
  return useMemo(
    () => [
      plainColumn('ip_addr', t('fields.address'), 150, (row) => row.ip_addr, { always: true, mono: true }),
      plain('state', 110, (row) => <IpState state={row.state} />),
      plainColumn(
        'host',
        t('fields.machine'),
        130,
        (row) =>
          row.host ? (
            <TextLink plain href={paths.host(row.host.id)} tabIndex={-1} prefetch={false}>
              {row.host.name}
            </TextLink>
          ) : (
            quiet
          ),
        { sort: 'host.name' },
      ),
      plain(
        'server',
        130,
        (row) =>
          row.server ? (
            <TextLink plain href={paths.server(row.server.id)} tabIndex={-1} prefetch={false}>
              {row.server.name}
            </TextLink>
          ) : (
            quiet
          ),
        { sort: 'server.name' },
      ),
      plainColumn('ipnet_name', t('fields.network'), 130, (row) => row.ipnet_name, { mono: true, quiet: true }),
      plain('gateway', 120, (row) => row.gateway, { mono: true, quiet: true }),
      plain('domain', 150, (row) => row.domain, { quiet: true }),
      plain('ptr', 200, ({ ptr, ptr_status, ptr_found, ptr_fault }) => (
        <PtrState ptr={{ domain: ptr ?? '', status: ptr_status, found: ptr_found ?? '', fault: ptr_fault }} />
      )),
      plainColumn('account', t('fields.owner'), 140, (row) => row.account?.email, {
        sort: 'account.email',
        quiet: true,
      }),
      plain('mask', 120, (row) => row.mask, { mono: true, quiet: true, extra: true }),
      plain('id', 64, (row) => row.id, { right: true, quiet: true, extra: true }),
    ],
    [t, plain],
  )
}
