import { z } from 'zod'
import { locationStatuses } from '../location/states.ts'
import { atMost, linkId } from '../shared/fields.ts'

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

/** The first set-up: how the control host of the first location is reached, and who does it. */
export const panelSetup = z.strictObject({
  ip: z.ipv4(),
  ssh_port: z.int().min(1).max(65_535),
  username: atMost(64)(z.string().min(1)),
  user_id: linkId,
  user_email: z.email(),
})
export type PanelSetup = z.infer<typeof panelSetup>

/** The same where panel and control host share one host. */
export const boxSetup = z.strictObject({ is_box: z.boolean(), user_id: linkId, user_email: atMost(320)(z.string()) })
export type BoxSetup = z.infer<typeof boxSetup>
