'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { ProxyLocation } from '../../server/domain/proxy-location/schema.ts'
import { proxyLocationStatuses } from '../../server/domain/proxy-location/states.ts'
import { paths } from '../paths.ts'
import { NameLink, plainColumn, quiet } from '../table/cells.tsx'
import type { Column } from '../table/columns.ts'
import { enumFilter, type FilterField } from '../table/filters.ts'
import { useColumn } from '../table/use-column.ts'
import { State } from '../ui/display/state-mark.tsx'
import { RelativeTime } from '../ui/display/time.tsx'
import { ProxyState } from './proxy-state.tsx'

export function useProxyColumns(): readonly Column<ProxyLocation>[] {
  const t = useTranslations('remote')
  const plain = useColumn('remote')
  return useMemo(
    (): Column<ProxyLocation>[] => [
      plainColumn(
        'location_name',
        t('fields.location'),
        160,
        (row) => <NameLink href={paths.location(row.location)}>{row.location_name}</NameLink>,
        { always: true },
      ),
      plain('status', 300, (row) => <ProxyState proxy={row} />),
      plain('mode', 130, (row) => t(`modes.${row.mode}`)),
      plain('outdated', 120, (row) =>
        row.installed_at === null ? null : row.outdated ? <State kind="warn">{t('outdated')}</State> : t('current'),
      ),
      plain('iso_mount', 110, (row) => (row.iso_mount ? t('allowed') : t('forbidden'))),
      plain('installed_at', 110, (row) => (row.installed_at ? <RelativeTime at={row.installed_at} /> : quiet), {
        quiet: true,
      }),
    ],
    [t, plain],
  )
}

export function useProxyFilters(): readonly FilterField[] {
  const t = useTranslations('remote')
  return useMemo(
    () => [
      { name: 'location_name', label: t('fields.location'), type: 'text' },
      enumFilter('status', t('fields.status'), proxyLocationStatuses, (value) => t(`states.${value}`)),
      { name: 'installed_at', label: t('fields.installed_at'), type: 'time', nullable: true },
    ],
    [t],
  )
}
