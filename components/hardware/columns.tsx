'use client'
import { useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { CpuSocket } from '../../server/domain/cpu-socket/schema.ts'
import { platformTypes, platformWidths } from '../../server/domain/platform/kinds.ts'
import type { Platform } from '../../server/domain/platform/schema.ts'
import { useDatacenterLoaders } from '../datacenter/loaders.ts'
import { paths } from '../paths.ts'
import { plainColumn } from '../table/cells.tsx'
import type { Column } from '../table/columns.ts'
import type { FilterField } from '../table/filters.ts'
import { TextLink } from '../ui/text.tsx'

type NumberOf = 'cpu_socket_count' | 'ram_slot_count' | 'max_ram' | 'hdd_slot_count' | 'pci_slot_count'

export function usePlatformColumns(): readonly Column<Platform>[] {
  const t = useTranslations('hardware')
  const format = useFormatter()
  return useMemo((): Column<Platform>[] => {
    const right = { right: true }
    const number = (id: NumberOf) =>
      plainColumn<Platform>(id, t(`fields.${id}`), 96, (row) => format.number(row[id]), right)
    return [
      plainColumn('name', t('fields.name'), 180, (row) => row.name, { always: true }),
      plainColumn('type', t('fields.type'), 90, (row) => t(`types.${row.type}`), { quiet: true }),
      plainColumn('server_size', t('fields.server_size'), 80, (row) =>
        t(`sizes.${row.type}`, { count: row.server_size }),
      ),
      plainColumn('width', t('fields.width'), 80, (row) => t(`widths.${row.width}`), { quiet: true }),
      plainColumn('cpu_socket_name', t('fields.cpu_socket'), 110, (row) => row.cpu_socket_name),
      number('cpu_socket_count'),
      number('ram_slot_count'),
      plainColumn('max_ram', t('fields.max_ram'), 96, (row) => t('gib', { size: format.number(row.max_ram) }), right),
      number('hdd_slot_count'),
      number('pci_slot_count'),
      plainColumn(
        'server_count',
        t('fields.server_count'),
        80,
        (row) => (
          <TextLink plain href={paths.servers({ f: `platform:is:${row.id}` })}>
            {format.number(row.server_count)}
          </TextLink>
        ),
        right,
      ),
      plainColumn('id', t('fields.id'), 56, (row) => row.id, { right: true, quiet: true, extra: true }),
    ]
  }, [t, format])
}

export function usePlatformFilters(): readonly FilterField[] {
  const t = useTranslations('hardware')
  const { sockets } = useDatacenterLoaders()
  return useMemo(
    () => [
      { name: 'name', label: t('fields.name'), type: 'text' },
      {
        name: 'type',
        label: t('fields.type'),
        type: 'enum',
        options: platformTypes.map((value) => ({ value, label: t(`types.${value}`) })),
      },
      {
        name: 'width',
        label: t('fields.width'),
        type: 'enum',
        options: platformWidths.map((value) => ({ value, label: t(`widths.${value}`) })),
      },
      { name: 'cpu_socket', label: t('fields.cpu_socket'), type: 'int', load: sockets.load, resolve: sockets.resolve },
      { name: 'max_ram', label: t('fields.max_ram'), type: 'int' },
      { name: 'server_count', label: t('fields.server_count'), type: 'int' },
    ],
    [t, sockets],
  )
}

export function useSocketColumns(): readonly Column<CpuSocket>[] {
  const t = useTranslations('hardware')
  const format = useFormatter()
  return useMemo(
    (): Column<CpuSocket>[] => [
      plainColumn('name', t('fields.name'), 180, (row) => row.name, { always: true }),
      plainColumn('platform_count', t('fields.platform_count'), 100, (row) => format.number(row.platform_count), {
        right: true,
      }),
      plainColumn('note', t('fields.note'), 400, (row) => row.note, { quiet: true }),
      plainColumn('id', t('fields.id'), 56, (row) => row.id, { right: true, quiet: true, extra: true }),
    ],
    [t, format],
  )
}

export function useSocketFilters(): readonly FilterField[] {
  const t = useTranslations('hardware')
  return useMemo(
    () => [
      { name: 'name', label: t('fields.name'), type: 'text' },
      { name: 'note', label: t('fields.note'), type: 'text' },
      { name: 'platform_count', label: t('fields.platform_count'), type: 'int' },
    ],
    [t],
  )
}
