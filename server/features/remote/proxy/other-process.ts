// A second process of the panel for tests: it listens on the ports. Says `ready`, and ends when its standard input does.
import { openDatabase, setDatabase } from '../../../db/pool.ts'
import { openMasterKey } from '../../../db/secrets.ts'
import { openBus } from '../../../events/bus.ts'
import { panelSettings, setPanelSettings } from '../../../process/settings.ts'
import { type ListenOptions, startProxyPorts } from './listen.ts'

const [url = '', key = '', options = '{}'] = process.argv.slice(2)
openMasterKey('/nowhere', key)
setDatabase(openDatabase(url, { connections: 4 }))
openBus(url)
setPanelSettings({ ...panelSettings(), proxyLoopback: true })
const stop = startProxyPorts(JSON.parse(options) as ListenOptions)
console.log('ready')
process.stdin.resume().on('end', () => void stop().finally(() => process.exit()))
