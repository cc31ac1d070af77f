'use client'
import { useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { DrawnBlade, DrawnDevice } from '../../server/domain/rack/diagram.ts'
import type { Health } from '../../server/domain/rack/health.ts'
import { useSaid } from '../i18n/said.tsx'
import type { StateKind } from '../ui/display/state-mark.tsx'

export const healthKind = {
  ok: 'on',
  warning: 'warn',
  fault: 'fault',
  in_progress: 'run',
  off: 'off',
  unknown: 'unknown',
} as const satisfies Record<Health, StateKind>

type Lit = Pick<DrawnDevice | DrawnBlade, 'health' | 'power' | 'maintenance' | 'cause' | 'wrong' | 'operation'>

/** The words of the diagram that need more than one message. */
export function useRackLabels() {
  const t = useTranslations('racks')
  const doing = useTranslations('operations.doing')
  const said = useSaid()
  /** `U21` or `U16 to U17`. */
  const units = useCallback(
    ({ unit, size }: { unit: number; size: number }) => t('units', { first: unit, last: unit + size - 1, size }),
    [t],
  )
  /** The state in a word: of a server what is being done to it, or its power, unless something is wrong. */
  const state = useCallback(
    (one: Lit): string | null => {
      if (one.operation) return doing(one.operation)
      if (one.maintenance) return t('states.maintenance')
      if (!one.health) return null
      if (one.power && (one.health === 'ok' || one.health === 'off' || one.health === 'unknown'))
        return t(`power.${one.power}`)
      return t(`health.${one.health}`)
    },
    [t, doing],
  )
  /** What is wrong with it; null when nothing is. */
  const cause = useCallback(
    (one: Lit): string | null => {
      const words = one.cause ? said(one.cause) : null
      return one.wrong ? t(`wrong.${one.wrong}`, { what: words ?? '' }) : words
    },
    [said, t],
  )
  /** Second rank beside the name: model, ports, slots. */
  const detail = useCallback(
    (device: DrawnDevice): string =>
      [
        device.model,
        device.kind === 'switch' && device.ports !== undefined && t('ports', { count: device.ports }),
        device.kind === 'pdu' && device.ports !== undefined && t('outlets', { count: device.ports }),
        device.slots !== undefined &&
          t('slotsUsed', {
            used: (device.blades ?? []).reduce((sum, blade) => sum + blade.size, 0),
            slots: device.slots,
          }),
        device.width === 'half' && t('half'),
      ]
        .filter(Boolean)
        .join(', '),
    [t],
  )
  /** Kind and place, for those who do not see where the line stands: after the name, before the detail. */
  const standing = useCallback(
    (device: DrawnDevice): string =>
      `, ${[device.name && t(`kinds.${device.kind}`), units(device)].filter(Boolean).join(', ')}, `,
    [t, units],
  )
  /** What lights and colours say, in words. */
  const rest = useCallback(
    (device: DrawnDevice, withDetail: boolean): string =>
      [withDetail && detail(device), state(device), cause(device), device.owner]
        .filter(Boolean)
        .map((words) => `, ${words}`)
        .join(''),
    [detail, state, cause],
  )
  return { units, state, cause, detail, standing, rest }
}
