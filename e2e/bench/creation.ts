// npm run bench: what the panel adds to a creation. From the API call to the running machine on a real node, less what libvirt's
// own define and start take for the same machine in the same round. Needs root: the node is one of the lab (e2e/lab).
import { spawn } from 'node:child_process'
import path from 'node:path'
import { labDown, labUp } from '../lab/api.ts'
import { panelArgv } from '../lab/node.ts'
import { ensurePackages } from '../lab/packages.ts'
import { labFile } from '../lab/state.ts'

if (process.getuid?.() !== 0) {
  console.log('creation: not measured, because real nodes on this machine need root')
  process.exit(0)
}
await ensurePackages()
const name = `bench-${process.pid}`
const lab = await labUp({ name, nodes: 1, owned: true })
let code = 1
try {
  const [program = '', ...words] = panelArgv(lab, [
    process.execPath,
    path.join(import.meta.dirname, 'creation/measure.ts'),
  ])
  const child = spawn(program, words, { stdio: 'inherit', env: { ...process.env, DATAHALL_LAB: labFile(name) } })
  code = await new Promise((done) => child.on('close', (status) => done(status ?? 1)))
} finally {
  await labDown(name)
}
process.exit(code)
