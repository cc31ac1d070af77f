import { useCallback } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Preset } from '../../server/domain/preset/record.ts'
import { limitFields } from './limit-names.ts'

/** What a preset fixes beside its size, a phrase each; empty when it limits nothing. */
export function useLimitWords(): (preset: Preset) => string[] {
  const t = useTranslations('presets.limit')
  const format = useFormatter()
  return useCallback(
    (preset) => {
      const { cpu_mode, cpu_custom_model: model, firewall_rules, disks } = preset
      return [
        disks && disks.length > 1 && t('disks', { count: disks.length }),
        ...limitFields.map(
          ({ name }) => (preset[name] ?? 0) > 0 && t(name, { value: format.number(preset[name] ?? 0) }),
        ),
        cpu_mode !== null && cpu_mode !== 'default' && t(`cpu.${cpu_mode}`, { model: model ?? '' }),
        preset.nesting && t('nesting'),
        preset.anti_spoofing && t('anti_spoofing'),
        firewall_rules && firewall_rules.length > 0 && t('firewall', { count: firewall_rules.length }),
      ].filter((phrase) => typeof phrase === 'string')
    },
    [t, format],
  )
}
