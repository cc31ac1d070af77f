import { z } from 'zod'
import { locationStatuses } from '../location/states.ts'

/** How far the panel is set up: the first location. All but its status is for administrators only. */
export const panelInfo = z.object({
  location: z.object({
    id: z.int().optional(),
    ssh_address: z.string().optional(),
    ssh_port: z.int().optional(),
    ssh_user: z.string().optional(),
    status: z.enum(locationStatuses),
  }),
})

/** -1 stands for "no limit" and "no end". */
export const licence = z.object({
  device_limit_exceeded: z.boolean(),
  device_limit: z.int(),
  total_devices: z.int(),
  limits: z.object({ used: z.object({ devices: z.int() }) }),
  license: z.object({
    time_to_end: z.int(),
    expiration_date: z.int(),
    user_id: z.int(),
    metric_id: z.string(),
  }),
})

export const newerVersion = z.object({
  current_version: z.string(),
  available_version: z.string().nullable(),
  is_available: z.boolean(),
})

export const warehouseKinds = ['switch', 'pdu', 'ups', 'chassis', 'spare_part'] as const
/** A device that is not in use. */
export const stocked = z.object({ id: z.int(), name: z.string(), warehouse_status: z.string() })
