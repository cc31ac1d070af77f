'use client'
import { useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { presetFields } from '../../server/domain/preset/fields.ts'
import type { Preset } from '../../server/domain/preset/record.ts'
import { paths } from '../paths.ts'
import { useOwnColumns } from '../resource/own-columns.tsx'
import { useOwnFilters } from '../resource/own-filters.ts'
import { NameLink, plainColumn } from '../table/cells.tsx'
import type { Column } from '../table/columns.ts'
import type { FilterField } from '../table/filters.ts'
import { useColumn } from '../table/use-column.ts'
import { gib } from '../ui/display/size.ts'
import { TextLink } from '../ui/display/text.tsx'
import { useLimitWords } from './use-limit-words.ts'
import { hostsWith } from './use-preset-actions.tsx'

/** The columns of presets; `extra` ones wait in the chooser. */
export function usePresetColumns(): readonly Column<Preset>[] {
  const t = useTranslations('presets.fields')
  const plain = useColumn('presets')
  const format = useFormatter()
  const limits = useLimitWords()
  const { column, complete } = useOwnColumns<Preset>(presetFields, 'presets')
  return useMemo(() => {
    const size = (mib: number) => format.number(gib(mib), { maximumFractionDigits: 2 })
    return complete([
      plain('name', 180, (row) => <NameLink href={paths.preset(row.id)}>{row.name}</NameLink>, { always: true }),
      column('virtualization_type', { extra: false }),
      plain('cpu_number', 64, (row) => format.number(row.cpu_number), { right: true }),
      plainColumn('ram_mib', t('ram_gib'), 84, (row) => size(row.ram_mib), { right: true }),
      plainColumn('hdd_mib', t('disk_gib'), 84, (row) => size(row.hdd_mib), { right: true }),
      {
        id: 'limits',
        size: 340,
        meta: { label: t('limits'), quiet: true },
        cell: ({ row }) => <Phrases texts={limits(row.original)} />,
      },
      plain('host_count', 64, (row) => <Hosts preset={row} />, { right: true }),
    ])
  }, [t, format, limits, column, complete, plain])
}

function Phrases({ texts }: { texts: readonly string[] }) {
  const text = texts.join(', ')
  return (
    <span className="truncate" title={text}>
      {text || '-'}
    </span>
  )
}

function Hosts({ preset }: { preset: Preset }) {
  const format = useFormatter()
  const count = preset.host_count ?? 0
  if (count === 0) return format.number(0)
  return <TextLink href={hostsWith(preset)}>{format.number(count)}</TextLink>
}

export function usePresetFilters(): readonly FilterField[] {
  const t = useTranslations('presets.fields')
  const units = useTranslations('ui.units')
  const complete = useOwnFilters(presetFields, 'presets')
  return useMemo(() => {
    const inGib = { label: units('GiB'), factor: 1024 }
    return complete([
      { name: 'cpu_number', label: t('cpu_number'), type: 'int' },
      { name: 'ram_mib', label: t('ram_mib'), type: 'int', unit: inGib },
      { name: 'hdd_mib', label: t('hdd_mib'), type: 'int', unit: inGib },
      { name: 'host_count', label: t('host_count'), type: 'int' },
    ])
  }, [t, units, complete])
}
