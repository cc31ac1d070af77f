'use client'
import { useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Vlan } from '../../server/domain/vlan/schema.ts'
import { useDatacenterLoaders } from '../datacenter/loaders.ts'
import { paths } from '../paths.ts'
import { NameLink, plainColumn } from '../table/cells.tsx'
import type { Column } from '../table/columns.ts'
import type { FilterField } from '../table/filters.ts'
import { TextLink } from '../ui/text.tsx'

export function useVlanColumns(): readonly Column<Vlan>[] {
  const t = useTranslations('vlans.fields')
  const format = useFormatter()
  return useMemo(
    (): Column<Vlan>[] => [
      plainColumn(
        'name',
        t('name'),
        180,
        (row) => <NameLink href={paths.vlan(row.location_id, row.id)}>{row.name}</NameLink>,
        {
          always: true,
        },
      ),
      plainColumn('id', t('id'), 70, (row) => row.id, { right: true }),
      plainColumn('location_name', t('location'), 160, (row) => (
        <TextLink plain href={paths.location(row.location_id)}>
          {row.location_name}
        </TextLink>
      )),
      plainColumn('members_count', t('members_count'), 80, (row) => format.number(row.members_count), { right: true }),
      plainColumn('note', t('note'), 320, (row) => row.note, { quiet: true }),
    ],
    [t, format],
  )
}

export function useVlanFilters(): readonly FilterField[] {
  const t = useTranslations('vlans.fields')
  const { locations } = useDatacenterLoaders()
  return useMemo(
    () => [
      { name: 'name', label: t('name'), type: 'text' },
      { name: 'id', label: t('id'), type: 'int' },
      { name: 'location_id', label: t('location'), type: 'int', load: locations.load, resolve: locations.resolve },
      { name: 'members_count', label: t('members_count'), type: 'int' },
      { name: 'note', label: t('note'), type: 'text' },
    ],
    [t, locations],
  )
}
