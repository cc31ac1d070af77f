import { z } from 'zod'
import { createShape, editShape, recordShape } from '../shared/field-schema.ts'
import { linkId } from '../shared/fields.ts'
import { platformFields } from './fields.ts'
import { platformWidths } from './kinds.ts'

export const platformRecord = z.object({
  id: z.int(),
  ...recordShape(platformFields),
  cpu_socket: z.int(),
  cpu_socket_name: z.string(),
  cpu_socket_count: z.int(),
  server_count: z.int(),
  version: z.int(),
})
export type Platform = z.infer<typeof platformRecord>

const sockets = { cpu_socket: linkId, cpu_socket_count: z.literal([1, 2, 4, 8]) }

export const platformCreate = z.strictObject({ ...createShape(platformFields), ...sockets })
export type PlatformCreate = z.infer<typeof platformCreate>
/** Type and size are fixed: servers of the platform stand where they fit. */
export const platformEdit = z.strictObject({ ...editShape(platformFields), ...sockets }).partial()
export type PlatformEdit = z.infer<typeof platformEdit>
export const platformWidth = z.strictObject({ width: z.enum(platformWidths) })
