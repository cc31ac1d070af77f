import { createHash, randomBytes } from 'node:crypto'
import { createServer as createHttp, type Server } from 'node:http'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { soon } from '../../../shared/testing/soon.ts'
import { sshStore } from '../ssh-store.ts'
import type { BootHost } from './host.ts'
import { applyDhcp } from './kea.ts'
import { asServer, cable, controlHost, macs, must, on, services, ticket, uncable, WEB } from './lab-fixture.ts'
import { listenForBootRequests } from './panel-socket.ts'
import { ARTEFACTS } from './places.ts'
import { removeBoot, setUpBoot } from './set-up.ts'

const data = randomBytes(4 << 20)
const sha256 = createHash('sha256').update(data).digest('hex')
/** The second request comes only when the artefact was fetched. */
const script = `#!ipxe
imgfetch ${WEB}/a/${sha256} && imgfetch ${WEB}/boot/${ticket}/session || imgfetch ${WEB}/boot/${ticket}/failed
`

let host: BootHost
let panel: Server
let asked: string[] = []

beforeAll(async () => {
  await cable()
  const inside = (...words: string[]) => must(['ip', '-n', 'booting', ...words])
  await inside('link', 'add', 'br0', 'type', 'bridge', 'forward_delay', '0')
  await inside('tuntap', 'add', 'tap0', 'mode', 'tap')
  for (const name of ['card0', 'tap0']) await inside('link', 'set', name, 'master', 'br0', 'up')
  await inside('link', 'set', 'br0', 'up')
  host = await controlHost()
  await setUpBoot(host, services(), soon())
  const open = async (from: number) => Readable.from([data.subarray(from)])
  await sshStore(host.ssh, ARTEFACTS).put({ sha256, bytes: data.length, url: null, open }, soon(), () => {})
  panel = createHttp((request, answer) => {
    asked.push(request.url ?? '')
    answer.end(request.url?.endsWith('/script') ? script : 'done')
  })
  await listenForBootRequests(host, (stream) => panel.emit('connection', stream), soon())
})
afterAll(async () => {
  await removeBoot(host, false, soon())
  host.ssh.close()
  await uncable()
})

/** Switches a server on, and off again once it has asked for its session. */
async function boot(firmware: string[], nic: string): Promise<string[]> {
  asked = []
  const pid = '/tmp/booting.pid'
  const card = [
    '-netdev',
    'tap,id=n,ifname=tap0,script=no,downscript=no',
    '-device',
    `virtio-net-pci,netdev=n,mac=${macs.known}${nic}`,
  ]
  const argv = ['qemu-system-x86_64', '-accel', 'tcg', '-m', '512', '-display', 'none', '-boot', 'n', ...card]
  const started = await asServer([...argv, ...firmware, '-daemonize', '-pidfile', pid])
  expect(started.stderr).toBe('')
  try {
    await expect.poll(() => asked.at(-1) ?? '').toMatch(/\/(session|failed)$/)
    return [...asked]
  } finally {
    await on(['sh', '-c', 'kill "$(cat "$1")"', 'sh', pid])
  }
}

const wanted = [`/boot/${ticket}/script`, `/boot/${ticket}/session`]

test('a server with BIOS and iPXE comes to the script of its ticket', async () => {
  await applyDhcp(host, services({ ticket }), soon())
  expect(await boot([], '')).toEqual(wanted)
})

test('a server with UEFI and no iPXE of its own comes there by the program that it is sent', async () => {
  await applyDhcp(host, services({ ticket }), soon())
  await must(['cp', '/usr/share/OVMF/OVMF_VARS_4M.fd', '/tmp/vars.fd'])
  const flash = (unit: number, file: string) => ['-drive', `if=pflash,format=raw,unit=${unit},${file}`]
  const firmware = [...flash(0, 'readonly=on,file=/usr/share/OVMF/OVMF_CODE_4M.fd'), ...flash(1, 'file=/tmp/vars.fd')]
  expect(await boot(firmware, ',romfile=')).toEqual(wanted)
  await must(['rm', '/tmp/vars.fd'])
})
