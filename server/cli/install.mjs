// Installs the locked packages once; run again it does nothing. Plain JavaScript on Node's own modules.
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { oneAtATime } from './one-at-a-time.mjs'
import { quietly } from './quietly.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const mark = path.join(root, 'node_modules/.datahall')
const wanted = createHash('sha256')
  .update(fs.readFileSync(path.join(root, 'package-lock.json')))
  .digest('hex')
const isThere = () => fs.existsSync(mark) && fs.readFileSync(mark, 'utf8') === wanted

// The packages' folder is emptied first: two at once would take it away from each other.
if (!isThere()) await oneAtATime(path.join(root, '.installing'), async () => isThere() || (await install()))

async function install() {
  const env = { ...process.env, NODE_ENV: '', SCARF_ANALYTICS: 'false', npm_config_update_notifier: 'false' }
  const done = await quietly('Installing packages (once, about a minute)', 'npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: root,
    env,
  })
  if (!done) {
    console.error('The packages were not installed. Is there a way to the npm registry? Is the disk full?')
    process.exit(1)
  }
  fs.writeFileSync(mark, wanted)
}
