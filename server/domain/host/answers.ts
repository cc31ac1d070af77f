import { z } from 'zod'

export const hostCreated = z.object({
  id: z.int(),
  task: z.int(),
  recipe_task_list: z.array(z.int()),
  recipe_task: z.int().nullable(),
  spice_task: z.int().nullable(),
})

export const hostRestarted = z.object({ id: z.int(), task: z.int(), stop_task: z.int(), start_task: z.int() })

export const vncSettings = z.object({
  port: z.int(),
  server: z.union([z.ipv4(), z.ipv6()]),
  password: z.string(),
  internal_name: z.string(),
})

export const spiceSettings = z.object({
  port: z.int(),
  server: z.union([z.ipv4(), z.ipv6()]),
  password: z.string(),
})

export const spiceFile = z.object({
  name: z.string(),
  content: z.string().describe('For virt-viewer and other programs that open `.vv` files. It holds a ticket'),
})

export const consoleTicket = z.object({
  ticket: z.string(),
  path: z.string(),
  recorded: z.boolean().describe('What the console shows is recorded'),
})
