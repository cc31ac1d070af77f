import type { powerStatuses } from './states.ts'

export type PowerStatus = (typeof powerStatuses)[number]

/**
 * Whether a server is on: outlets first, then its management controller. All feeding outlets off means off; otherwise the
 * controller says; without one, an outlet that is on means on; when nothing is known, so is the power.
 * @param controller what the management controller says, unknown when it does not answer; null when there is none
 */
export function powerStatusOf(
  outlets: readonly ('unknown' | 'up' | 'down')[],
  controller: PowerStatus | null,
): PowerStatus {
  if (outlets.length > 0 && outlets.every((power) => power === 'down')) return 'off'
  if (controller !== null) return controller
  return outlets.includes('up') ? 'on' : 'unknown'
}
