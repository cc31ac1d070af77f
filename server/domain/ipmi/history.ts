import { type Asked, type Span, spanOf } from '../traffic/levels.ts'

/** Lengths of slots of sensor values in seconds: those of traffic but for the minute, for sensors are read every few. */
export const sensorLevels = [300, 3600, 86_400] as const

/**
 * Which slots answer a question (see domain/traffic/levels).
 * @param keptDays how long each level of traffic is kept
 */
export const sensorSpan = (asked: Asked, now: number, keptDays: readonly number[]): Span =>
  spanOf({ ...asked, step: Math.max(asked.step ?? 0, sensorLevels[0]) }, now, [0, ...keptDays.slice(1)])
