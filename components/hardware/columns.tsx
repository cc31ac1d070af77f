'use client'
import { useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { cpuSocketFields } from '../../server/domain/cpu-socket/fields.ts'
import type { CpuSocket } from '../../server/domain/cpu-socket/schema.ts'
import { platformFields } from '../../server/domain/platform/fields.ts'
import { platformTypes, platformWidths } from '../../server/domain/platform/kinds.ts'
import type { Platform } from '../../server/domain/platform/schema.ts'
import { paths } from '../paths.ts'
import { useLoaders } from '../resource/loaders.ts'
import { useOwnColumns } from '../resource/own-columns.tsx'
import { useOwnFilters } from '../resource/own-filters.ts'
import { plainColumn } from '../table/cells.tsx'
import type { Column } from '../table/columns.ts'
import { enumFilter, type FilterField } from '../table/filters.ts'
import { useColumn } from '../table/use-column.ts'
import { linked } from '../ui/display/text.tsx'

export function usePlatformColumns(): readonly Column<Platform>[] {
  const t = useTranslations('hardware')
  const plain = useColumn('hardware')
  const format = useFormatter()
  const { column, complete } = useOwnColumns<Platform>(platformFields, 'hardware')
  return useMemo(() => {
    const right = { right: true }
    const slots = { size: 96, extra: false }
    return complete([
      plain('name', 180, (row) => row.name, { always: true }),
      plain('type', 90, (row) => t(`types.${row.type}`), { quiet: true }),
      plain('server_size', 80, (row) => t(`sizes.${row.type}`, { count: row.server_size })),
      plain('width', 80, (row) => t(`widths.${row.width}`), { quiet: true }),
      plainColumn('cpu_socket_name', t('fields.cpu_socket'), 110, (row) => row.cpu_socket_name),
      plain('cpu_socket_count', 96, (row) => row.cpu_socket_count, right),
      column('ram_slot_count', slots),
      column('max_ram', slots),
      column('hdd_slot_count', slots),
      column('pci_slot_count', slots),
      plain(
        'server_count',
        80,
        (row) => linked(paths.servers({ f: `platform:is:${row.id}` }), format.number(row.server_count)),
        right,
      ),
    ])
  }, [t, format, column, complete, plain])
}

export function usePlatformFilters(): readonly FilterField[] {
  const t = useTranslations('hardware')
  const { sockets } = useLoaders()
  const complete = useOwnFilters(platformFields, 'hardware')
  return useMemo(
    () =>
      complete([
        enumFilter('type', t('fields.type'), platformTypes, (value) => t(`types.${value}`)),
        enumFilter('width', t('fields.width'), platformWidths, (value) => t(`widths.${value}`)),
        {
          name: 'cpu_socket',
          label: t('fields.cpu_socket'),
          type: 'int',
          ...sockets,
        },
        { name: 'server_count', label: t('fields.server_count'), type: 'int' },
      ]),
    [t, complete, sockets],
  )
}

export function useSocketColumns(): readonly Column<CpuSocket>[] {
  const plain = useColumn('hardware')
  const format = useFormatter()
  const { column, complete } = useOwnColumns<CpuSocket>(cpuSocketFields, 'hardware')
  return useMemo(
    () =>
      complete([
        plain('name', 180, (row) => row.name, { always: true }),
        plain('platform_count', 100, (row) => format.number(row.platform_count), { right: true }),
        column('note', { size: 400, extra: false }),
      ]),
    [format, column, complete, plain],
  )
}

export function useSocketFilters(): readonly FilterField[] {
  const t = useTranslations('hardware')
  const complete = useOwnFilters(cpuSocketFields, 'hardware')
  return useMemo(
    () => complete([{ name: 'platform_count', label: t('fields.platform_count'), type: 'int' }]),
    [t, complete],
  )
}
