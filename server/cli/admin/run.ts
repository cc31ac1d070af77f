import { checkMasterKey } from '../../db/master-key.ts'
import { openDatabase, setDatabase } from '../../db/pool.ts'
import { openMasterKey } from '../../db/secrets.ts'
import { type Config, readConfig } from '../../process/config.ts'
import { databaseFor } from './database.ts'
import { dumpTo, restoreFrom } from './dump.ts'
import { rotate } from './rotate.ts'
import { makeUtilityGuest } from './utility-guest.ts'
import { verify } from './verify.ts'

/** An operator's command. `run` gets the address of the database and the file that the command names; answers the exit code. */
type Command = {
  words: string
  file?: true
  /** Begins an embedded database where there is none. */
  begins?: true
  /** Needs no database; it gets no address. */
  alone?: true
  run: (config: Config, url: string, file: string) => Promise<number>
}

const commands: Record<string, Command> = {
  'rotate-key': { words: 'brings all secrets under a new master key, beside running panels', run: opened(rotate) },
  'verify-audit': { words: 'checks that no record of the audit was changed or cut off', run: opened(verify) },
  dump: { words: 'writes the database to a file, beside running panels', file: true, run: dumpTo },
  restore: { words: 'fills an empty database from such a file', file: true, begins: true, run: restoreFrom },
  'utility-guest': {
    words: 'makes the helper guest in a folder, for panels that cannot make it themselves',
    file: true,
    alone: true,
    run: (_config, _url, folder) => makeUtilityGuest(folder),
  },
}

const usage = () =>
  [
    'Usage: npm run admin -- COMMAND',
    ...Object.entries(commands).map(([name, { words, file }]) => `  ${file ? `${name} FILE` : name}  ${words}`),
  ].join('\n')

/** Runs a command with the panel's own configuration (environment variables). */
export async function runAdmin(args: readonly string[]): Promise<number> {
  const [name = '', file = ''] = args
  const command = commands[name]
  if (!command || args.length !== (command.file ? 2 : 1)) {
    console.error(usage())
    return 64 // EX_USAGE
  }
  try {
    const config = readConfig()
    if (command.alone) return await command.run(config, '', file)
    const found = await databaseFor(config, command.begins)
    try {
      return await command.run(config, found.url, file)
    } finally {
      await found.close()
    }
  } catch (fault) {
    console.error((fault as Error).message)
    return 1
  }
}

/** For what works on the panel's records and secrets. */
function opened(work: (config: Config) => Promise<number>) {
  return async (config: Config, url: string) => {
    openMasterKey(config.dataDirectory, config.masterKey)
    const database = openDatabase(url, { connections: 4 })
    setDatabase(database)
    try {
      await checkMasterKey()
      return await work(config)
    } finally {
      await database.close()
    }
  }
}
