export const warehouseKinds = ['switch', 'pdu', 'ups', 'chassis', 'spare_part'] as const
export type WarehouseKind = (typeof warehouseKinds)[number]
export const warehouseStatuses = ['in_stock', 'reserved', 'in_repair', 'written_off'] as const
export type WarehouseStatus = (typeof warehouseStatuses)[number]
