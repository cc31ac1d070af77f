import { z } from 'zod'

export const taskRow = z.object({
  task: z.object({
    id: z.int(),
    registry_id: z.int(),
    defer_reason: z.string().nullable(),
    name: z.string(),
    status: z.string(),
    consul_id: z.int(),
    output: z.unknown(),
    running_time: z.int(),
    waiting_time: z.int(),
  }),
  id: z.int(),
  registry_id: z.int(),
  defer_reason: z.string().nullable(),
  name: z.string(),
  status: z.string(),
  consul_id: z.int(),
  output: z.unknown(),
  running_time: z.int(),
  waiting_time: z.int(),
})
