import { openDatabase, setDatabase } from '../../server/db/pool.ts'
import { openMasterKey } from '../../server/db/secrets.ts'
import { openBus } from '../../server/events/bus.ts'
import { startWorkerRole } from '../../server/worker.ts'
import { keepCompiled } from './forked.ts'

const { url, masterKey } = JSON.parse(process.argv[2] ?? '') as { url: string; masterKey: string }
openMasterKey('/nowhere', masterKey)
setDatabase(openDatabase(url, { connections: 20, connectionMs: 60_000, idleInTransactionMs: 10_000 }))
openBus(url)
startWorkerRole()
process.on('disconnect', () => process.exit(1))
keepCompiled()
