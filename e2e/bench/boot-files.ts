// npm run bench -- boot-files, P18: 32 clients at once fetch 45 MB each from nginx as a location's control host runs it, and from nginx with the shortest
// configuration that serves the file; interleaved.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { renderNginx } from '../../server/drivers/control-host/boot/render-nginx.ts'
import { ensurePackages } from '../lab/packages.ts'
import { report } from './goals.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7)
const CLIENTS = 32
const BYTES = 45_000_000
const run = promisify(execFile)

await ensurePackages(['nginx-light', 'curl'])
const folder = mkdtempSync(path.join(tmpdir(), 'boot-files-'))
const servers: ChildProcess[] = []

/** Folders of the configuration, as they would lie on a control host, below this measurement's own. */
function ours(port: number): string {
  const text = renderNginx({ addresses: ['127.0.0.1'], port })
  for (const place of ['/run/datahall/boot', '/var/lib/datahall/boot/spool', '/var/lib/datahall/boot/www/a'])
    mkdirSync(path.join(folder, place), { recursive: true })
  return text.replaceAll(/\/(run|var\/lib)\/datahall/g, (place) => `${folder}${place}`)
}

const bare = (port: number) => `user www-data;
worker_processes 2;
pid ${folder}/bare.pid;
events { worker_connections 2048; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  server {
    listen 127.0.0.1:${port};
    root ${folder}/var/lib/datahall/boot/www;
  }
}
`

function start(name: string, text: string): void {
  const file = path.join(folder, `${name}.conf`)
  writeFileSync(file, text)
  servers.push(spawn('nginx', ['-e', 'stderr', '-g', 'daemon off;', '-c', file], { stdio: 'inherit' }))
}

/** Bytes a second of all clients together. */
async function fetchAll(port: number, name: string): Promise<number> {
  const url = `http://127.0.0.1:${port}/a/${name}`
  const from = performance.now()
  const sizes = await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      const argv = ['--silent', '--fail', '--output', '/dev/null', '--write-out', '%{size_download}', url]
      return Number((await run('curl', argv)).stdout)
    }),
  )
  const seconds = (performance.now() - from) / 1000
  const whole = sizes.filter((size) => size === BYTES).length
  if (whole !== CLIENTS) throw new Error(`${CLIENTS - whole} of ${CLIENTS} clients got something else than the file`)
  return (CLIENTS * BYTES) / seconds
}

let holds = false
try {
  const [ourPort, barePort] = [18_080, 18_081]
  const text = ours(ourPort)
  const content = randomBytes(BYTES)
  const name = createHash('sha256').update(content).digest('hex')
  const file = path.join(folder, 'var/lib/datahall/boot/www/a', name)
  writeFileSync(file, content)
  // The worker processes run as another account.
  chownSync(folder, 33, 33)
  start('ours', text)
  start('bare', bare(barePort))
  const up = ['--silent', '--fail', '--retry', '20', '--retry-connrefused', '--retry-delay', '1', '--head', '--output']
  await run('curl', [...up, '/dev/null', `http://127.0.0.1:${ourPort}/a/${name}`])
  await run('curl', [...up, '/dev/null', `http://127.0.0.1:${barePort}/a/${name}`])
  const figures = { ours: [] as number[], reference: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    figures.ours.push((await fetchAll(ourPort, name)) / 1e6)
    figures.reference.push((await fetchAll(barePort, name)) / 1e6)
  }
  const what = `${CLIENTS} clients fetch ${BYTES / 1e6} MB each`
  holds = report('boot-files', [{ id: 'P18', what, ...figures, unit: 'MB/s', better: 'more', floor: 0.8, aim: 0.95 }])
} finally {
  for (const server of servers) server.kill('SIGTERM')
  rmSync(folder, { recursive: true, force: true })
}
process.exit(holds ? 0 : 1)
