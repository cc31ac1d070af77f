import { expect, it } from 'vitest'
import { SimulatedServer } from './server.ts'
import type { Segment, ServerHardware } from './types.ts'

const hardware: ServerHardware = {
  ...{ version: 1, vendor: 'V', product: 'P', serial: 'S1', uuid: 'u', firmware: 'bios', arch: 'x86_64' },
  ...{ bios: { vendor: 'V', version: '1', date: '' }, cpus: [], memory_mib: 1024, memory_modules: [], disks: [] },
  ...{ nics: [{ name: 'eth0', mac: '52:54:00:00:00:01', driver: 'x', speed: 1000, link: true, lldp: null }] },
  controller: null,
}

/** A server, what it says, and when its system is up. */
function server(segment: Partial<Segment>, system: { name: string; address: string | null } | null) {
  let said = ''
  let isUp = (_: string) => {}
  let hasEnded = () => {}
  const up = new Promise<string>((resolve) => {
    isUp = resolve
  })
  const end = new Promise<void>((resolve) => {
    hasEnded = resolve
  })
  const one = new SimulatedServer(
    {
      hardware: () => hardware,
      segment: { offer: () => null, ask: async () => null, ...segment },
      print: (text) => {
        said += text
        if (text.startsWith('No bootable')) hasEnded()
      },
      begin: () => {},
      login: (name) => isUp(name),
      switchOff: () => hasEnded(),
      speed: 0,
    },
    system,
  )
  return { one, up, end, said: () => said }
}

const offer = { address: '10.0.0.5', script: 'http://10.0.0.1/boot/x/script', server: '10.0.0.1' }

it.each<[string, Partial<Segment>, string]>([
  ['nobody answers', {}, 'No DHCP offer was received'],
  ['it is not to boot', { offer: () => ({ ...offer, script: null }) }, 'No boot file was offered'],
  [
    'the ticket is used up',
    { offer: () => offer, ask: async () => ({ status: 404, body: Buffer.alloc(0) }) },
    'HTTP 404',
  ],
  ['the web server is away', { offer: () => offer }, 'Connection refused'],
])('starts from its disk when %s', async (_, segment, words) => {
  const { one, up, said } = server(segment, { name: 'web-1', address: '10.0.0.9' })
  one.start('network')
  expect(await up).toBe('web-1')
  expect(said()).toContain(words)
  expect(one.listens('10.0.0.9', 22)).toBe(true)
  expect([one.listens('10.0.0.9', 80), one.listens('10.0.0.8', 22)]).toEqual([false, false])
  one.stop()
  expect(one.listens('10.0.0.9', 22)).toBe(false)
})

it('starts nothing from disks that were cleared', async () => {
  const { one, end, said } = server({}, null)
  one.start('disk')
  await end
  expect(said()).toContain('No bootable device')
  expect(one.listens('10.0.0.5', 22)).toBe(false)
})

it('shows nobody the ticket', async () => {
  const { one, up, said } = server({ offer: () => offer }, { name: 'web-1', address: null })
  one.start('network')
  await up
  expect(said()).not.toContain('/boot/x')
})
