import { z } from 'zod'
import { endpoint } from '../../../api/endpoint.ts'
import { serveList } from '../../../api/list/serve.ts'
import { sql } from '../../../api/list/sql.ts'
import { idAnswer, listOf, listQuery, pathId } from '../../../domain/shared/fields.ts'
import { warehouseKinds } from '../../../domain/warehouse/kinds.ts'
import { stockItemCreate, stockItemEdit, stockItemRecord } from '../../../domain/warehouse/schema.ts'
import { stockItemList } from './list.ts'
import { addStock, editStock, removeStock } from './service.ts'

const common = { service: 'dci', tag: 'common', access: 'admin', about: 'stock_item' } as const
const kind = z.object({ device_type: z.enum(warehouseKinds) })
const params = kind.extend({ stock_item_id: pathId })

export const warehouseEndpoints = {
  list: endpoint({
    ...common,
    method: 'GET',
    path: '/warehouse/{device_type}',
    summary: 'List devices or parts in stock',
    description:
      'Parts and devices that are in no rack and not managed. Devices in racks are in the list of their kind.',
    params: kind,
    query: listQuery,
    answer: listOf(stockItemRecord),
    run: (ctx, p) => serveList(stockItemList, ctx, p.query, { scope: sql`i.device_type = ${p.params.device_type}` }),
  }),
  create: endpoint({
    ...common,
    method: 'POST',
    path: '/warehouse/{device_type}',
    summary: 'Put a device or parts in stock',
    description: 'What has a serial number is one: a number of its own for each.',
    params: kind,
    body: stockItemCreate,
    answer: idAnswer,
    run: (ctx, p) => addStock(ctx, p.params.device_type, p.body),
  }),
  edit: endpoint({
    ...common,
    method: 'POST',
    path: '/warehouse/{device_type}/{stock_item_id}',
    summary: 'Change what is said of something in stock',
    params,
    body: stockItemEdit,
    answer: idAnswer,
    run: (ctx, p) => editStock(ctx, p.params.device_type, p.params.stock_item_id, p.body),
  }),
  delete: endpoint({
    ...common,
    method: 'DELETE',
    path: '/warehouse/{device_type}/{stock_item_id}',
    summary: 'Take something out of stock',
    params,
    answer: idAnswer,
    run: (ctx, p) => removeStock(ctx, p.params.device_type, p.params.stock_item_id),
  }),
}
