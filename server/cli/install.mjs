// Installs the locked packages once; run again it does nothing. Plain JavaScript on Node's own modules.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../..')
const mark = path.join(root, 'node_modules/.datahall')
const wanted = createHash('sha256')
  .update(fs.readFileSync(path.join(root, 'package-lock.json')))
  .digest('hex')

if (!fs.existsSync(mark) || fs.readFileSync(mark, 'utf8') !== wanted) {
  console.log('Installing packages (once) …')
  execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel', 'error'], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: '', SCARF_ANALYTICS: 'false' },
  })
  fs.writeFileSync(mark, wanted)
}
