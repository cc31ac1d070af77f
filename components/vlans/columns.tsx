'use client'
import { useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { vlanFields } from '../../server/domain/vlan/fields.ts'
import type { Vlan } from '../../server/domain/vlan/schema.ts'
import { paths } from '../paths.ts'
import { useLoaders } from '../resource/loaders.ts'
import { useOwnColumns } from '../resource/own-columns.tsx'
import { useOwnFilters } from '../resource/own-filters.ts'
import { NameLink, plainColumn } from '../table/cells.tsx'
import type { Column } from '../table/columns.ts'
import type { FilterField } from '../table/filters.ts'
import { useColumn } from '../table/use-column.ts'
import { linked } from '../ui/display/text.tsx'

export function useVlanColumns(): readonly Column<Vlan>[] {
  const t = useTranslations('vlans.fields')
  const plain = useColumn('vlans')
  const format = useFormatter()
  const { column, complete } = useOwnColumns<Vlan>(vlanFields, 'vlans')
  return useMemo(
    () =>
      complete([
        plain('name', 180, (row) => <NameLink href={paths.vlan(row.location_id, row.id)}>{row.name}</NameLink>, {
          always: true,
        }),
        column('id', { size: 70, extra: false }),
        plainColumn('location_name', t('location'), 160, (row) =>
          linked(paths.location(row.location_id), row.location_name),
        ),
        plain('members_count', 80, (row) => format.number(row.members_count), { right: true }),
        column('note', { size: 320, extra: false }),
      ]),
    [t, format, column, complete, plain],
  )
}

export function useVlanFilters(): readonly FilterField[] {
  const t = useTranslations('vlans.fields')
  const { locations } = useLoaders()
  const complete = useOwnFilters(vlanFields, 'vlans')
  return useMemo(
    () =>
      complete([
        { name: 'location_id', label: t('location'), type: 'int', ...locations },
        { name: 'members_count', label: t('members_count'), type: 'int' },
      ]),
    [t, complete, locations],
  )
}
