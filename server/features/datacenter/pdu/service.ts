import type { pdu } from '../../../../generated/prisma/client.ts'
import type { Context } from '../../../api/context.ts'
import { uniqueName, writeEdit } from '../../../api/edit.ts'
import { lockRow, type Work } from '../../../db/transaction.ts'
import type { PduCreate, PduEdit } from '../../../domain/pdu/schema.ts'
import { notFound } from '../../../domain/shared/errors.ts'
import { pduDriver, pduDrivers } from '../../../drivers/pdu/registry.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { rejectCablesToOtherLocation } from '../device/cabling-guard.ts'
import { paramColumns, removeDevice, restand, supported } from '../device/common.ts'
import { nextId } from '../device/next-id.ts'
import { type Mounting, mountingOf } from '../placement/move.ts'
import { place } from '../placement/service.ts'
import { queuePduPoll } from './poll.ts'

const naming = { entity: 'pdu', what: msg`PDU` } as const
const kinds = ['snmp'] as const

/** The drivers there are. */
export const supportedPdus = () => supported(pduDrivers)

/** Adds a PDU where it stands; the first poll is queued with it. */
export async function createPdu(ctx: Context, body: PduCreate, stands: Mounting = {}) {
  const { rack: rack_id, snmp_params, ...plain } = body
  pduDriver(body.device)
  return uniqueName(msg`A PDU`, body.name, () =>
    ctx.mutate(async (work) => {
      const id = await nextId(work, 'pdu')
      const { face, depth } = mountingOf('pdu', stands)
      const spot = { unit: body.unit, size: body.size, face, width: 'full', depth } as const
      const { location_id } = await place(work, { kind: 'pdu', ref: id }, rack_id, spot)
      const params = paramColumns('pdu', kinds, { id, ip: body.ip, row: {} }, { snmp_params })
      await work.tx.pdu.create({ data: { ...plain, ...params, id, location_id, rack_id, face, depth } })
      changed(work, { entity: 'pdu', entity_id: id, event: 'create', data: { name: body.name } })
      await queuePduPoll(work, id)
      return { id }
    }),
  )
}

/** Changes a PDU. Another rack, unit or size moves it; another way in is tried at once. */
export async function editPdu(ctx: Context, id: number, body: PduEdit) {
  const { snmp_params, rack, ...plain } = body
  await uniqueName(msg`A PDU`, body.name, () =>
    ctx.mutate(async (work) => {
      const now = await lockPdu(work, id)
      const rack_id = rack ?? now.rack_id
      let location_id = now.location_id
      if (rack !== undefined || plain.unit !== undefined || plain.size !== undefined) {
        location_id = await restand(work, 'pdu', now, { rack_id, unit: plain.unit, size: plain.size })
        await rejectCablesToOtherLocation(work, 'pdu', id, location_id)
      }
      await writeEdit(ctx, work, work.tx.pdu, naming, id, { ...plain, rack_id, location_id })
      const wayIn = snmp_params !== undefined || (body.ip !== undefined && body.ip !== now.ip)
      if (!wayIn) return
      if (snmp_params)
        await work.tx.pdu.update({
          where: { id },
          data: paramColumns('pdu', kinds, { id, ip: body.ip ?? now.ip, row: now }, { snmp_params }),
        })
      await queuePduPoll(work, id)
    }),
  )
  return { id }
}

/** Removes a PDU with its outlets, once it powers no server. */
export const deletePdu = (ctx: Context, id: number) =>
  removeDevice(
    ctx,
    'pdu',
    id,
    (work) => lockPdu(work, id),
    (work) => work.tx.pdu.delete({ where: { id } }),
  )

/** Asks the PDU now, or answers the poll that is under way. */
export async function pollPduNow(ctx: Context, id: number) {
  return ctx.mutate(async (work) => {
    await lockPdu(work, id)
    const { consul_id } = await queuePduPoll(work, id)
    return { id, task: consul_id }
  })
}

async function lockPdu(work: Work, id: number): Promise<pdu> {
  await lockRow(work, 'pdu', id)
  const row = await work.tx.pdu.findUnique({ where: { id } })
  if (!row) throw notFound(msg`PDU`, id)
  return row
}
