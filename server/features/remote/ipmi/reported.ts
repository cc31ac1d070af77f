import type { Work } from '../../../db/transaction.ts'
import type { healthOfSensors } from '../../../domain/ipmi/health.ts'
import type { HardwareInventory } from '../../../domain/ipmi/sensor.ts'

/** How a controller is by its sensors; true when it was not so before. */
export async function writeHealth(work: Work, ipmi_id: number, now: ReturnType<typeof healthOfSensors>) {
  const rows = await work.sql(
    `update ipmi set health = $2, health_info = $3, temperature = $4::int, health_at = case when health = $2 then health_at else now() end
      where id = $1::int and (health, health_info, temperature) is distinct from ($2, $3, $4::int) returning id`,
    [ipmi_id, now.health, now.health_info, now.temperature],
  )
  return rows.length > 0
}

/** Vendor and model of its server; true when they were others before. */
export async function writeModel(work: Work, ipmi_id: number, { manufacturer, model, board }: HardwareInventory) {
  const rows = await work.sql(
    `update ipmi set vendor = $2, model = $3 where id = $1::int and (vendor, model) is distinct from ($2, $3) returning id`,
    [ipmi_id, manufacturer || board.manufacturer, model || board.product],
  )
  return rows.length > 0
}
