import { z } from 'zod'
import { db } from '../db/pool.ts'
import type { Work } from '../db/transaction.ts'
import { panelSettings } from '../settings.ts'

const HOUR = 3600

/** Settings of the access service: what they may be, and what they are until somebody sets them. */
export const accessSettings = {
  /** Seconds without use after which a session ends. */
  token_ttl: {
    schema: z
      .int()
      .min(60)
      .max(24 * HOUR),
    initial: () => panelSettings().sessionIdleSeconds,
  },
  /** Seconds after which a session ends however much it is used. */
  session_max_age: {
    schema: z
      .int()
      .min(600)
      .max(30 * 24 * HOUR),
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
  const row = await tx.setting.findUnique({ where: { name } })
  const stored = accessSettings[name].schema.safeParse(row?.value)
  return stored.success ? stored.data : accessSettings[name].initial()
}
