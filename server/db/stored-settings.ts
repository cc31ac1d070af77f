import type { Prisma } from '../../generated/prisma/client.ts'
import { db } from './pool.ts'
import type { Work } from './transaction.ts'

/** Settings of the panel and facts that its processes share: a name and JSON each. Who has a name knows what its value is. */
type Settings = Pick<Work['tx'], 'setting'>

export type SettingValue = Prisma.InputJsonValue

/** The value of a name; undefined when there is none. */
export async function storedSetting(name: string, tx: Settings = db().prisma): Promise<unknown> {
  return (await tx.setting.findUnique({ where: { name } }))?.value
}

/** Replaces the value of a name. */
export async function storeSetting(name: string, value: SettingValue, tx: Settings = db().prisma) {
  const data = { value, updated_at: new Date() }
  await tx.setting.upsert({ where: { name }, create: { name, ...data }, update: data })
}

/** Stores a value unless the name has one, and answers which it has now: of two processes that make one up at once, both take the first. */
export async function keepSetting(name: string, value: SettingValue): Promise<unknown> {
  const text = 'insert into setting (name, value) values ($1, $2) on conflict do nothing'
  await db().pool.query(text, [name, JSON.stringify(value)])
  return storedSetting(name)
}
