import type { Context } from '../../../api/context.ts'
import { rejectInUse, usedBy } from '../../../api/edit.ts'
import type { Work } from '../../../db/transaction.ts'
import type { ParamsKind } from '../../../domain/device/params.ts'
import { snmpTarget } from '../../../drivers/snmp-link.ts'
import type { SnmpParams } from '../../../drivers/snmp-params.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { place, vacate } from '../placement/service.ts'
import { type DeviceTable, mergeParams, openParams, storedParams } from './params.ts'

// What adding, moving and removing a switch have in common with a PDU.

type Driver = { device: string; label: string; protocols: readonly string[]; capabilities: object }

/** Drivers as the API lists them. */
export const supported = <One extends Driver>(drivers: readonly One[]) => ({
  list: drivers.map(({ device, label, protocols, capabilities }) => ({
    name: device,
    protocol: [...protocols] as One['protocols'][number][],
    label,
    capabilities: capabilities as One['capabilities'],
  })),
})

type Given<Kind extends ParamsKind> = { [kind in Kind as `${kind}_params`]?: Record<string, unknown> | undefined }

/** Columns for the parameters that were given. @throws PanelError `refused` when SNMP could not be spoken with them */
export function paramColumns<Kind extends ParamsKind>(
  table: DeviceTable,
  kinds: readonly Kind[],
  { id, ip, row }: { id: number; ip: string; row: object },
  given: Given<Kind>,
) {
  const columns: Record<string, object | string | null> = {}
  for (const kind of kinds) {
    const params = (given as Record<string, Record<string, unknown> | undefined>)[`${kind}_params`]
    if (params === undefined) continue
    const stored = mergeParams(table, id, kind, storedParams(row, kind), params)
    if (kind === 'snmp') snmpTarget(ip, openParams<SnmpParams>(table, id, kind, stored))
    columns[`${kind}_params`] = stored.params
    columns[`${kind}_secrets`] = stored.secrets
  }
  return columns as { [kind in Kind as `${kind}_params`]?: object } & { [kind in Kind as `${kind}_secrets`]?: string }
}

type Mounted = { id: number; unit: number; size: number; face: string; depth: string }

/** Puts a device that stands already to where a change says. @returns the location that it is in then */
export async function restand(
  work: Work,
  kind: 'switch' | 'pdu',
  now: Mounted,
  to: { rack_id: number; unit: number | undefined; size: number | undefined },
): Promise<number> {
  const { location_id } = await place(work, { kind, ref: now.id }, to.rack_id, {
    unit: to.unit ?? now.unit,
    size: to.size ?? now.size,
    face: now.face as 'front',
    width: 'full',
    depth: now.depth as 'full',
  })
  return location_id
}

const kinds = {
  switch: {
    what: msg`Switch`,
    servers: `select distinct s.name from switch_connection k join switch_port p on p.id = k.switch_port_id
      join server s on s.id = k.server_id where p.switch_id = $1::int`,
  },
  pdu: {
    what: msg`PDU`,
    servers: `select distinct s.name from pdu_connection k join pdu_port p on p.id = k.pdu_port_id
      join server s on s.id = k.server_id where p.pdu_id = $1::int`,
  },
} as const

/** Removes a device out of its rack and the panel; `lock` holds it, `remove` deletes its row. @throws PanelError `in_use` while a server hangs on it */
export async function removeDevice(
  ctx: Context,
  kind: keyof typeof kinds,
  id: number,
  lock: (work: Work) => Promise<{ name: string }>,
  remove: (work: Work) => Promise<unknown>,
) {
  const { what, servers } = kinds[kind]
  await ctx.mutate(async (work) => {
    const { name } = await lock(work)
    rejectInUse(what, name, [await usedBy(work, 'server', servers, id)])
    await vacate(work, { kind, ref: id })
    await remove(work)
    changed(work, { entity: kind, entity_id: id, event: 'delete' })
  })
  return { id }
}
