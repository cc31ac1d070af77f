import type { RehearsalPlan } from './schema.ts'

/** Whether rehearsals are begun in this hour of the plan's clock. */
export function isHourOf({ from_hour, until_hour }: RehearsalPlan, hour: number): boolean {
  if (from_hour === until_hour) return true
  if (from_hour < until_hour) return hour >= from_hour && hour < until_hour
  return hour >= from_hour || hour < until_hour
}
