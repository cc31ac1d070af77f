import type { powerStatuses } from './states.ts'

export type PowerStatus = (typeof powerStatuses)[number]

/** What decided whether a server counts as on, in the order in which it is asked for. */
export type PowerReason = 'outlets' | 'controller' | 'silent' | 'outlet' | 'nothing'

/** Why a server counts as it does: the same order as `powerStatusOf`, for people. */
export function powerReasonOf(
  outlets: readonly ('unknown' | 'up' | 'down')[],
  controller: PowerStatus | null,
): PowerReason {
  if (outlets.length > 0 && outlets.every((power) => power === 'down')) return 'outlets'
  if (controller !== null) return controller === 'unknown' ? 'silent' : 'controller'
  return outlets.includes('up') ? 'outlet' : 'nothing'
}

/**
 *
 * Whether a server is on: outlets first, then its management controller. All outlets off means off; otherwise the
 * controller decides; without one, an outlet that is on means on; else unknown.
 * @param controller reading of the management controller, unknown when it does not answer; null when there is none
 */
export function powerStatusOf(
  outlets: readonly ('unknown' | 'up' | 'down')[],
  controller: PowerStatus | null,
): PowerStatus {
  if (outlets.length > 0 && outlets.every((power) => power === 'down')) return 'off'
  if (controller !== null) return controller
  return outlets.includes('up') ? 'on' : 'unknown'
}
