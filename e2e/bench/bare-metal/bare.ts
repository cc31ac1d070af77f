import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { KEA_CONF, KEA_SOCKET } from '../../../server/drivers/control-host/boot/places.ts'
import { sha512Crypt } from '../../../server/protocols/crypt/sha512.ts'
import { KeaClient, type KeaConfig } from '../../../server/protocols/kea/client.ts'
import type { LabDevice } from '../../lab/api.ts'
import type { BareDesk } from './bare-desk.ts'
import type { Place } from './place.ts'

/** Beside the location's own web server, on its address. */
const PORT = 8099
const PASSWORD = 'Bare-metal-1'
const BOOT_MS = 5 * 60_000

/** A live system that runs: the seconds from power on until it asked for its job, and what a script prints in it. */
type Live = { seconds: number; run(script: string, ...words: string[]): Promise<string> }

/**
 * Boots the live system on the same machine by the same services, with all that is asked answered at once: the panel is not asked, and the
 * system waits for who signs in.
 */
export async function inBareLive<T>(place: Place, use: (live: Live) => Promise<T>): Promise<T> {
  const { site, hardware, files, web, address } = place
  const host = site.host!.provisioning.address
  const own = `http://${host}:${PORT}`
  const desk = await startDesk(site, {
    address: host,
    port: PORT,
    script: [
      '#!ipxe',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: iPXE fills it in
      `kernel ${web}/a/${files.kernel} initrd=session initrd=live console=ttyS0,115200 BOOTIF=01-${'${mac:hexhyp}'} quiet`,
      `initrd --name live ${web}/a/${files.initrd}`,
      `initrd --name session ${own}/session`,
      'boot',
      '',
    ].join('\n'),
    job: [
      ['mode', 'rescue'],
      ['operation', '1'],
      ['serial', hardware.serial],
      ['password_hash', sha512Crypt(PASSWORD)],
    ],
  })
  const restore = await bootsInto(site, hardware.mac, `${own}/script`)
  try {
    await place.off()
    const from = await place.on('pxe')
    await Promise.race([desk.hello, late()])
    const seconds = (performance.now() - from) / 1000
    await place.untilSsh(address, PASSWORD)
    return await use({ seconds, run: (script, ...words) => place.ssh(PASSWORD, script, ...words) })
  } finally {
    await restore()
    await place.off()
    desk.stop()
  }
}

const late = () =>
  pause(BOOT_MS, null, { ref: false }).then(() =>
    Promise.reject(new Error('The live system has not asked for its job')),
  )

async function startDesk(site: LabDevice, plan: BareDesk) {
  const inside = ['nsenter', `--net=/proc/${site.process.pid}/ns/net`, '--', process.execPath]
  const [program = '', ...words] = [...inside, path.join(import.meta.dirname, 'bare-desk.ts')]
  const child = spawn(program, words, { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin.end(JSON.stringify(plan))
  const lines = createInterface({ input: child.stdout })
  const said = (word: string) =>
    new Promise<void>((done, failed) => {
      lines.on('line', (line) => line === word && done())
      child.on('close', () => failed(new Error(`The bare desk ended without ${word}`)))
    })
  const hello = said('hello')
  hello.catch(() => {})
  await said('listens')
  return { hello, stop: () => child.kill() }
}

/** Has the location's DHCP server send a machine to another script than the panel's. @returns puts it back */
async function bootsInto(site: LabDevice, mac: string, script: string): Promise<() => Promise<void>> {
  const root = `/proc/${site.process.pid}/root`
  const kea = new KeaClient(async () => connect(`${root}${KEA_SOCKET}`))
  const signal = () => AbortSignal.timeout(30_000)
  const text = readFileSync(`${root}${KEA_CONF}`, 'utf8')
  const changed = JSON.parse(text)
  const reservations = changed.Dhcp4.subnet4.flatMap((one: { reservations: unknown[] }) => one.reservations)
  const own = reservations.find((one: { 'hw-address': string }) => one['hw-address'] === mac)
  own['client-classes'].push('boots', 'bare')
  const test = "member('KNOWN') and member('bare') and member('ipxe')"
  const classes = [{ name: 'bare' }, { name: 'bare-ipxe', test, 'boot-file-name': script }]
  changed.Dhcp4['client-classes'].splice(-1, 0, ...classes)
  await kea.set(changed, { signal: signal() })
  return () => kea.set(JSON.parse(text) as KeaConfig, { signal: signal() })
}
