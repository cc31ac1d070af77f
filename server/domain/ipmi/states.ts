/** in_progress while it is asked; fail: it does not answer, refuses, or is not the one that was met first. */
export const ipmiStatuses = ['in_progress', 'ok', 'fail'] as const
/** How a sensor is, and a controller by the worst of its sensors; from the least bad. `unknown`: it cannot be read now. */
export const sensorHealths = ['unknown', 'ok', 'warning', 'critical'] as const
export type SensorHealth = (typeof sensorHealths)[number]
/** How bad an entry of the event log is. */
export const eventSeverities = ['ok', 'warning', 'critical'] as const
export type EventSeverity = (typeof eventSeverities)[number]
/** Limits of a sensor, from the lowest. */
export const limitNames = [
  'lower_non_recoverable',
  'lower_critical',
  'lower_non_critical',
  'upper_non_critical',
  'upper_critical',
  'upper_non_recoverable',
] as const
