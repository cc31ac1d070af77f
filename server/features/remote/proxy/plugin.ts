import { db } from '../../../db/pool.ts'

/** Name of the setting that switches proxy sessions off for the whole instance; absent means on. */
export const PROXY_PLUGIN = 'proxy_plugin'

/** SQL of whether the plugin is enabled, as a boolean. */
export const pluginEnabledSql = `coalesce((select value <> 'false'::jsonb from setting where name = '${PROXY_PLUGIN}'), true)`

export async function pluginEnabled(): Promise<boolean> {
  const { rows } = await db().pool.query<{ on: boolean }>(`select ${pluginEnabledSql} as on`)
  return rows[0]?.on ?? true
}
