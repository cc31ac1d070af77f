import { z } from 'zod'
import { ipmiTypes } from '../ipmi/kinds.ts'
import { consoleViewer } from './viewer.ts'

/** The requested console of a server. */
export const serverConsoleWish = z.strictObject({
  kind: z.enum(['sol', 'vnc']).default('sol').describe('The serial console, or the screen'),
  mode: z.enum(['control', 'view']).default('control'),
  take_over: z.boolean().default(false).describe('End the serial console that a program outside of the panel has'),
})
export type ServerConsoleWish = z.output<typeof serverConsoleWish>

/** What can be seen of a server, and who watches. */
export const serverConsole = z.object({
  list: z.array(consoleViewer),
  size: z.int(),
  controller: z.enum(ipmiTypes).nullable().describe('Kind of its management controller; null: it has none'),
  offers: z.object({
    sol: z.boolean(),
    vnc: z.boolean(),
    enable_serial: z.boolean().describe('The serial console may have to be switched on first, and can be'),
  }),
  enabled: z.boolean().describe('False while consoles of controllers are switched off in the whole panel'),
})
export type ServerConsole = z.infer<typeof serverConsole>
