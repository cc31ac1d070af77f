import { db } from '../../../db/pool.ts'

export const DEMO = 'demo'

type Contents = { cluster: number; pool: number; owners: number[] }

/** What the demo consists of, so that removing it touches nothing else; null when it is not loaded. */
export async function demoContents(): Promise<Contents | null> {
  const row = await db().prisma.setting.findUnique({ where: { name: DEMO } })
  return row ? (row.value as Contents) : null
}

export async function saveDemo(value: Contents) {
  await db().prisma.setting.upsert({ where: { name: DEMO }, create: { name: DEMO, value }, update: { value } })
}
