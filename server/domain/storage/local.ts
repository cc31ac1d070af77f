import { z } from 'zod'
import { storageStates } from './states.ts'

const mib = z.number().describe('MiB')
const named = z.object({ id: z.int(), name: z.string() })

/** A storage that a node has for itself. */
export const localStorageRecord = z.object({
  ...named.shape,
  type: z.string(),
  state: z.enum(storageStates),
  enabled: z.boolean(),
  is_main: z.boolean(),
  hdd_overselling: z.number(),
  total_mib: mib,
  used_mib: mib,
  promised_mib: mib,
  error: z.string().nullable(),
  node: named,
  cluster: named,
})
