import path from 'node:path'
import { dump } from '../../db/dump/dump.ts'
import { restore } from '../../db/dump/restore.ts'
import type { Config } from '../../process/config.ts'
import { installationRoot } from '../../root.ts'

const secondsSince = (from: number) => ((performance.now() - from) / 1000).toFixed(1)

/** Writes the whole database to a file. */
export async function dumpTo(_config: Config, url: string, file: string): Promise<number> {
  const from = performance.now()
  const bytes = await dump(url, file)
  console.log(`Wrote ${(bytes / 2 ** 20).toFixed(1)} MiB to ${file} (${secondsSince(from)} s).`)
  console.log('The master key is not in it: keep it as well, in another place.')
  return 0
}

/** Fills an empty database from a file. */
export async function restoreFrom(_config: Config, url: string, file: string): Promise<number> {
  const from = performance.now()
  const { at, panel, postgres } = await restore(url, file, path.join(installationRoot(), 'prisma/migrations'))
  console.log(`Restored what panel ${panel} on PostgreSQL ${postgres} held at ${at} (${secondsSince(from)} s).`)
  return 0
}
