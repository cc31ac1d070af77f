import { checkMasterKey } from '../../db/master-key.ts'
import { openDatabase, setDatabase } from '../../db/pool.ts'
import { openMasterKey } from '../../db/secrets.ts'
import { type Config, readConfig } from '../../process/config.ts'
import { databaseFor } from './database.ts'
import { rotate } from './rotate.ts'
import { verify } from './verify.ts'

/** An operator's command on an open database. Answers the exit code. */
export type Command = { words: string; run: (config: Config) => Promise<number> }

const commands: Record<string, Command> = {
  'rotate-key': { words: 'brings all secrets under a new master key, beside running panels', run: rotate },
  'verify-audit': { words: 'checks that no record of the audit was changed or cut off', run: verify },
}

const usage = () =>
  [
    'Usage: npm run admin -- COMMAND',
    ...Object.entries(commands).map(([name, { words }]) => `  ${name}  ${words}`),
  ].join('\n')

/** Runs a command with the panel's own configuration (environment variables). */
export async function runAdmin(args: readonly string[]): Promise<number> {
  const command = commands[args[0] ?? '']
  if (!command || args.length > 1) {
    console.error(usage())
    return 64 // EX_USAGE
  }
  try {
    const config = readConfig()
    const found = await databaseFor(config)
    try {
      openMasterKey(config.dataDirectory, config.masterKey)
      const database = openDatabase(found.url, { connections: 4 })
      setDatabase(database)
      try {
        await checkMasterKey()
        return await command.run(config)
      } finally {
        await database.close()
      }
    } finally {
      await found.close()
    }
  } catch (fault) {
    console.error((fault as Error).message)
    return 1
  }
}
