import { z } from 'zod'

/** A user with a console of a VM or server open. */
export const consoleViewer = z.object({
  id: z.string(),
  account: z.object({ id: z.int(), email: z.string() }),
  kind: z.enum(['vnc', 'serial', 'sol', 'spice']),
  mode: z.enum(['control', 'view']),
  since: z.string(),
  /** It is the caller's own, here or in another window. */
  self: z.boolean(),
})
export type ConsoleViewer = z.infer<typeof consoleViewer>
