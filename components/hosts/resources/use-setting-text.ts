'use client'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Host } from '../../../server/domain/host/record.ts'
import { gib } from '../../ui/display/size.ts'
import type { Setting } from './settings.ts'

/** A value of a setting in words: `8`, `32 GiB`, `300 Mbit/s`, `none`. */
export function useSettingText(): (host: Host, field: Setting, value?: number | null) => string {
  const t = useTranslations('hosts.resources')
  const units = useTranslations('ui.units')
  return useCallback(
    (host, field, value = host[field] as number | null) => {
      switch (field) {
        case 'cpu_number':
          return String(value)
        case 'ram_mib':
          return `${Number(gib(value ?? 0).toFixed(2))} ${units('GiB')}`
        case 'cpu_mode':
          return host.cpu_custom_model ?? t(`modes.${(host.cpu_mode ?? 'default') as 'default'}`)
        case 'nesting':
        case 'hot_plug':
          return host[field] ? t('on') : t('off')
        case 'cpu_weight':
        case 'io_weight':
          return value ? String(value) : t('usual')
        case 'process_number':
        case 'tcp_connections_in':
        case 'tcp_connections_out':
          return value && value > 0 ? String(value) : t('noLimit')
        default:
          if (!value || value < 0) return t('noLimit')
          return field.endsWith('iops') ? t('iops', { value }) : t('mbit', { value })
      }
    },
    [t, units],
  )
}
