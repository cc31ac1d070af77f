import type { Work } from '../../../db/transaction.ts'
import type { HardwareInventory } from '../../../domain/ipmi/sensor.ts'
import { toJson } from '../../../tasks/json.ts'

/** What a controller says that a server is made of, beside what else is noted of its hardware; true when that is news. */
export async function writeControllerHardware(work: Work, server_id: number, inventory: HardwareInventory) {
  const rows = await work.sql(
    `update server set hardware_info = hardware_info || jsonb_build_object('controller', $2::jsonb)
      where id = $1::int and hardware_info->'controller' is distinct from $2::jsonb and jsonb_typeof(hardware_info) = 'object' returning id`,
    [server_id, toJson(inventory)],
  )
  return rows.length > 0
}
