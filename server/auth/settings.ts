import { z } from 'zod'
import { db } from '../db/pool.ts'
import { storedSetting } from '../db/stored-settings.ts'
import type { Work } from '../db/transaction.ts'
import { sessionBounds } from '../domain/user/kinds.ts'
import { panelSettings } from '../process/settings.ts'

const HOUR = 3600
const within = ({ min, max }: { min: number; max: number }) => z.int().min(min).max(max)

/** Settings of the access service: allowed values and defaults. */
export const accessSettings = {
  /** Seconds without use after which a session ends. */
  token_ttl: {
    schema: within(sessionBounds.token_ttl),
    initial: () => panelSettings().sessionIdleSeconds,
  },
  /** Seconds after which a session ends however much it is used. */
  session_max_age: {
    schema: within(sessionBounds.session_max_age),
    initial: () => 12 * HOUR,
  },
} as const

export type AccessSetting = keyof typeof accessSettings

export const isAccessSetting = (name: string): name is AccessSetting => Object.hasOwn(accessSettings, name)

/** @param tx the transaction to read in, when there is one: it must not wait for a second connection */
export async function readAccessSetting(
  name: AccessSetting,
  tx: Pick<Work['tx'], 'setting'> = db().prisma,
): Promise<number> {
  const stored = accessSettings[name].schema.safeParse(await storedSetting(name, tx))
  return stored.success ? stored.data : accessSettings[name].initial()
}
