'use client'
import { useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { addressGroupFields } from '../../server/domain/address-group/fields.ts'
import type { AddressGroup } from '../../server/domain/address-group/schema.ts'
import { useMe } from '../api/me.tsx'
import { useOwnColumns } from '../resource/own-columns.tsx'
import { useOwnFilters } from '../resource/own-filters.ts'
import { plainColumn } from '../table/cells.tsx'
import type { Column } from '../table/columns.ts'
import type { FilterField } from '../table/filters.ts'
import { useColumn } from '../table/use-column.ts'

export function useAddressGroupColumns(): readonly Column<AddressGroup>[] {
  const t = useTranslations('addressGroups')
  const plain = useColumn('addressGroups')
  const format = useFormatter()
  const { isAdmin } = useMe()
  const { column, complete } = useOwnColumns<AddressGroup>(addressGroupFields, 'addressGroups')
  return useMemo(
    () =>
      complete([
        plain('name', 180, (row) => row.name, { always: true }),
        plain('members', 320, (row) => row.members.join(', '), { mono: true }),
        plain('members_count', 90, (row) => format.number(row.members_count), { right: true }),
        plainColumn('account_email', t('fields.owner'), 180, (row) => row.account_email ?? t('forAll')),
        ...(isAdmin
          ? [plain<AddressGroup>('host_count', 80, (row) => format.number(row.host_count ?? 0), { right: true })]
          : []),
        column('note', { size: 240, extra: false }),
      ]),
    [t, format, isAdmin, column, complete, plain],
  )
}

export function useAddressGroupFilters(): readonly FilterField[] {
  const t = useTranslations('addressGroups')
  const complete = useOwnFilters(addressGroupFields, 'addressGroups')
  return useMemo(
    () =>
      complete([
        { name: 'members_count', label: t('fields.members_count'), type: 'int' },
        { name: 'account_email', label: t('fields.owner'), type: 'text' },
      ]),
    [t, complete],
  )
}
