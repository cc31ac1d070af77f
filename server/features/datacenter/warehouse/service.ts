import type { Context } from '../../../api/context.ts'
import { writeEdit } from '../../../api/edit.ts'
import { isUniqueViolation, type Work } from '../../../db/transaction.ts'
import { alreadyExists, invalidInput, notFound } from '../../../domain/shared/errors.ts'
import type { WarehouseKind } from '../../../domain/warehouse/kinds.ts'
import type { StockItemCreate, StockItemEdit } from '../../../domain/warehouse/schema.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { requireLocation } from '../../network/structure.ts'

const naming = { entity: 'stock_item', what: msg`Spare` } as const

/** Puts a device or a number of equal parts in stock. */
export async function addStock(ctx: Context, device_type: WarehouseKind, body: StockItemCreate) {
  const { location, ...data } = trimmed(body)
  return serialTaken(data.serial, () =>
    ctx.mutate(async (work) => {
      await requireLocation(work, location)
      checkOne(data)
      const { id } = await work.tx.stock_item.create({ data: { ...data, device_type, location_id: location ?? null } })
      changed(work, { entity: 'stock_item', entity_id: id, event: 'create', data: { name: body.name, device_type } })
      return { id }
    }),
  )
}

export async function editStock(ctx: Context, device_type: WarehouseKind, id: number, body: StockItemEdit) {
  const { location, ...data } = trimmed(body)
  await serialTaken(data.serial, () =>
    ctx.mutate(async (work) => {
      const now = await lockItem(work, device_type, id)
      await requireLocation(work, location)
      checkOne({ ...now, ...data })
      await writeEdit(ctx, work, work.tx.stock_item, naming, id, {
        ...data,
        ...(location !== undefined && { location_id: location }),
      })
    }),
  )
  return { id }
}

/** Deletes its record. */
export async function removeStock(ctx: Context, device_type: WarehouseKind, id: number) {
  await ctx.mutate(async (work) => {
    await lockItem(work, device_type, id)
    await work.tx.stock_item.delete({ where: { id } })
    changed(work, { entity: 'stock_item', entity_id: id, event: 'delete' })
  })
  return { id }
}

const trimmed = <B extends StockItemEdit>(body: B): B =>
  body.serial === undefined ? body : { ...body, serial: body.serial.trim() }

async function lockItem(work: Work, device_type: WarehouseKind, id: number) {
  const [row] = await work.sql<{ serial: string; quantity: number }>(
    'select serial, quantity from stock_item where id = $1::int and device_type = $2 for update',
    [id, device_type],
  )
  if (!row) throw notFound(msg`Spare`, id)
  return row
}

function checkOne({ serial, quantity }: { serial?: string | undefined; quantity?: number | undefined }) {
  if (serial && (quantity ?? 1) !== 1)
    throw invalidInput(msg`With a serial number the quantity must be 1: create an entry for each item`, 'quantity')
}

async function serialTaken<T>(serial: string | undefined, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (fault) {
    if (!isUniqueViolation(fault, 'serial')) throw fault
    throw alreadyExists(msg`A spare with the serial number ${serial ?? ''} already exists`, 'serial')
  }
}
