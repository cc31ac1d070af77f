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
import type { FilterField } from '../table/filters.ts'
import { linked } from '../ui/display/text.tsx'

export function usePlatformColumns(): readonly Column<Platform>[] {
  const t = useTranslations('hardware')
  const format = useFormatter()
  const { column, complete } = useOwnColumns<Platform>(platformFields, 'hardware')
  return useMemo(() => {
    const right = { right: true }
    const slots = { size: 96, extra: false }
    return complete([
      plainColumn('name', t('fields.name'), 180, (row) => row.name, { always: true }),
      plainColumn('type', t('fields.type'), 90, (row) => t(`types.${row.type}`), { quiet: true }),
      plainColumn('server_size', t('fields.server_size'), 80, (row) =>
        t(`sizes.${row.type}`, { count: row.server_size }),
      ),
      plainColumn('width', t('fields.width'), 80, (row) => t(`widths.${row.width}`), { quiet: true }),
      plainColumn('cpu_socket_name', t('fields.cpu_socket'), 110, (row) => row.cpu_socket_name),
      plainColumn('cpu_socket_count', t('fields.cpu_socket_count'), 96, (row) => row.cpu_socket_count, right),
      column('ram_slot_count', slots),
      column('max_ram', slots),
      column('hdd_slot_count', slots),
      column('pci_slot_count', slots),
      plainColumn(
        'server_count',
        t('fields.server_count'),
        80,
        (row) => linked(paths.servers({ f: `platform:is:${row.id}` }), format.number(row.server_count)),
        right,
      ),
    ])
  }, [t, format, column, complete])
}

export function usePlatformFilters(): readonly FilterField[] {
  const t = useTranslations('hardware')
  const { sockets } = useLoaders()
  const complete = useOwnFilters(platformFields, 'hardware')
  return useMemo(
    () =>
      complete([
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
  const t = useTranslations('hardware')
  const format = useFormatter()
  const { column, complete } = useOwnColumns<CpuSocket>(cpuSocketFields, 'hardware')
  return useMemo(
    () =>
      complete([
        plainColumn('name', t('fields.name'), 180, (row) => row.name, { always: true }),
        plainColumn('platform_count', t('fields.platform_count'), 100, (row) => format.number(row.platform_count), {
          right: true,
        }),
        column('note', { size: 400, extra: false }),
      ]),
    [t, format, column, complete],
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
