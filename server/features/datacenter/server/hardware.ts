import type { Work } from '../../../db/transaction.ts'
import { cardAddresses, hardwareInfo } from '../../../domain/hardware-report/info.ts'
import { configurationWords } from '../../../domain/hardware-report/parts.ts'
import type { HardwareInventory } from '../../../domain/ipmi/sensor.ts'
import type { HardwareReport } from '../../../domain/operation/report.ts'
import { changed } from '../../../events/changes.ts'
import { toJson } from '../../../tasks/json.ts'
import { addLastMac } from './macs.ts'

/** What a controller says that a server is made of, beside what else is noted of its hardware; true when that is news. */
export async function writeControllerHardware(work: Work, server_id: number, inventory: HardwareInventory) {
  const rows = await work.sql(
    `update server set hardware_info = hardware_info || jsonb_build_object('controller', $2::jsonb)
      where id = $1::int and hardware_info->'controller' is distinct from $2::jsonb and jsonb_typeof(hardware_info) = 'object' returning id`,
    [server_id, toJson(inventory)],
  )
  return rows.length > 0
}

/** `hardware_info` as it is put beside what is noted there already. @param said parameter of what is new */
const beside = (said: string) =>
  `case jsonb_typeof(hardware_info) when 'object' then hardware_info else '{}' end || ${said}::jsonb`

/** What a program has found in a server. */
export async function writeReportedHardware(work: Work, server_id: number, info: object): Promise<void> {
  await work.sql(`update server set hardware_info = ${beside('$2')} where id = $1::int returning id`, [
    server_id,
    toJson(info),
  ])
}

/**
 * What a live system has found in a server: `hardware_info`, network cards that no server has yet, and where nobody said it, the summary of its parts and
 * whether it starts by UEFI.
 */
export async function writeFoundHardware(work: Work, server_id: number, report: HardwareReport): Promise<void> {
  const [row] = await work.sql<{ owner_id: number | null }>(
    `update server set hardware_info = ${beside('$2')},
                       configuration = case configuration when '' then $3 else configuration end,
                       settings = case when settings ? 'efi' then settings else settings || jsonb_build_object('efi', $4::boolean) end
      where id = $1::int returning owner_id`,
    [server_id, toJson(hardwareInfo(report)), configurationWords(report), report.firmware === 'uefi'],
  )
  if (!row) return
  for (const mac of cardAddresses(report)) await addLastMac(work, server_id, mac)
  changed(work, { entity: 'server', entity_id: server_id, event: 'update', account_id: row.owner_id })
}
