import type { pdu } from '../../../../generated/prisma/client.ts'
import type { Context } from '../../../api/context.ts'
import type { Work } from '../../../db/transaction.ts'
import type { PduCreate, PduEdit } from '../../../domain/pdu/schema.ts'
import { notFound } from '../../../domain/shared/errors.ts'
import { pduDriver, pduDrivers } from '../../../drivers/pdu/registry.ts'
import { snmpTarget } from '../../../drivers/snmp-link.ts'
import type { SnmpParams } from '../../../drivers/snmp-params.ts'
import { changed } from '../../../events/changes.ts'
import { nextId } from '../device/next-id.ts'
import { mergeParams, openParams, storedParams } from '../device/params.ts'
import { refuseTornCables } from '../device/stay.ts'
import { nameTaken, refuseInUse, usedBy, writeEdit } from '../edit.ts'
import { type Stands, standsOf } from '../placement/move.ts'
import { place, vacate } from '../placement/service.ts'
import { queuePduPoll } from './poll.ts'

const naming = { entity: 'pdu', what: 'PDU' }

/** The drivers there are. */
export const supportedPdus = () => ({
  list: pduDrivers.map(({ device, label, protocols, capabilities }) => ({
    name: device,
    protocol: [...protocols],
    label,
    capabilities,
  })),
})

/** Adds a PDU where it stands; the first poll is queued with it. */
export async function createPdu(ctx: Context, body: PduCreate, stands: Stands = {}) {
  const { rack: rack_id, snmp_params, ...plain } = body
  pduDriver(body.device)
  try {
    return await ctx.mutate(async (work, note) => {
      const id = await nextId(work, 'pdu')
      const { face, depth } = standsOf('pdu', stands)
      const spot = { unit: body.unit, size: body.size, face, width: 'full', depth } as const
      const { location_id } = await place(work, { kind: 'pdu', ref: id }, rack_id, spot)
      const params = snmp_params && paramColumns(id, body.ip, {}, snmp_params)
      await work.tx.pdu.create({ data: { ...plain, ...params, id, location_id, rack_id, face, depth } })
      note.entity = 'pdu'
      note.entity_id = id
      changed(work, { entity: 'pdu', entity_id: id, event: 'create', data: { name: body.name } })
      await queuePduPoll(work, id)
      return { id }
    })
  } catch (fault) {
    throw nameTaken(fault, 'A PDU', body.name)
  }
}

/** Changes a PDU. Another rack, unit or size moves it; another way in is tried at once. */
export async function editPdu(ctx: Context, id: number, body: PduEdit) {
  const { snmp_params, rack, ...plain } = body
  try {
    await ctx.mutate(async (work) => {
      const now = await lockPdu(work, id)
      const rack_id = rack ?? now.rack_id
      let location_id = now.location_id
      if (rack !== undefined || plain.unit !== undefined || plain.size !== undefined) {
        const placed = await place(work, { kind: 'pdu', ref: id }, rack_id, {
          unit: plain.unit ?? now.unit,
          size: plain.size ?? now.size,
          face: now.face as 'front',
          width: 'full',
          depth: now.depth as 'full',
        })
        location_id = placed.location_id
        await refuseTornCables(work, 'pdu', id, location_id)
      }
      await writeEdit(ctx, work, work.tx.pdu, naming, id, { ...plain, rack_id, location_id })
      const wayIn = snmp_params !== undefined || (body.ip !== undefined && body.ip !== now.ip)
      if (!wayIn) return
      if (snmp_params)
        await work.tx.pdu.update({ where: { id }, data: paramColumns(id, body.ip ?? now.ip, now, snmp_params) })
      await queuePduPoll(work, id)
    })
  } catch (fault) {
    throw nameTaken(fault, 'A PDU', body.name)
  }
  return { id }
}

/** Removes a PDU with its outlets, once it feeds no server. */
export async function deletePdu(ctx: Context, id: number) {
  await ctx.mutate(async (work) => {
    const now = await lockPdu(work, id)
    const servers = `select distinct s.name from pdu_connection k join pdu_port p on p.id = k.pdu_port_id
      join server s on s.id = k.server_id where p.pdu_id = $1::int`
    refuseInUse('PDU', now.name, [await usedBy(work, 'server', servers, id)])
    await vacate(work, { kind: 'pdu', ref: id })
    await work.tx.pdu.delete({ where: { id } })
    changed(work, { entity: 'pdu', entity_id: id, event: 'delete' })
  })
  return { id }
}

/** Asks the PDU now, or answers the poll that is under way. */
export async function pollPduNow(ctx: Context, id: number) {
  return ctx.mutate(async (work) => {
    await lockPdu(work, id)
    const { consul_id } = await queuePduPoll(work, id)
    return { id, task: consul_id }
  })
}

async function lockPdu(work: Work, id: number): Promise<pdu> {
  await work.sql('select id from pdu where id = $1::int for update', [id])
  const row = await work.tx.pdu.findUnique({ where: { id } })
  if (!row) throw notFound('PDU', id)
  return row
}

function paramColumns(id: number, ip: string, row: object, given: Record<string, unknown>) {
  const stored = mergeParams('pdu', id, 'snmp', storedParams(row, 'snmp'), given)
  snmpTarget(ip, openParams<SnmpParams>('pdu', id, 'snmp', stored))
  return { snmp_params: stored.params as object, snmp_secrets: stored.secrets }
}
