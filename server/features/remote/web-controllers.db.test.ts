import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { panelSettings, setPanelSettings } from '../../process/settings.ts'
import { selfSignedCertificate } from '../../protocols/pinned-http/self-signed.ts'
import { startAmtPeer } from '../../simulation/devices/bmc/amt-peer.ts'
import { SimulatedMachine } from '../../simulation/devices/bmc/machine.ts'
import { type RedfishPeerOptions, startRedfishPeer } from '../../simulation/devices/bmc/redfish-peer.ts'
import { taskDefinitions } from '../../task-definitions.ts'
import { remoteFixture } from './remote-fixture.ts'

// The operations of controllers on those that speak HTTPS: AMT and Redfish.

let lab: Awaited<ReturnType<typeof remoteFixture>>
const tls = selfSignedCertificate('controller')
beforeAll(async () => {
  lab = await remoteFixture(taskDefinitions)
})
beforeEach(() => setPanelSettings({ ...panelSettings(), power: { outlet: 0, controller: 5, verify: 2 } }))
afterAll(() => lab.close())

const user = { username: 'admin', password: 'secret-of-bmc' }
let unit = 20

async function addServer(kind: 'amt' | 'redfish', more: Partial<RedfishPeerOptions> = {}) {
  const machine = new SimulatedMachine(`${kind}-${unit}`)
  machine.running = true
  const peer =
    kind === 'amt'
      ? await startAmtPeer({ machine, ...user, tls })
      : await startRedfishPeer({ machine, ...user, tls, ...more })
  lab.closing.push(() => peer.close())
  const port = 'port' in peer ? peer.port : peer.httpPort
  const id = await lab.addServer(`${kind}-${unit}`, lab.rack, ++unit)
  const at = `/dci/v3/server/${id}`
  const given = { type: kind, ip: '127.0.0.1', port, ...user }
  const ipmi = await lab.made(lab.api.admin.post(`${at}/ipmi`, given))
  const first = await lab.prisma.task.findFirstOrThrow({ where: { name: 'ipmi_poll', registry_id: ipmi } })
  await lab.ended(first.id)
  const act = (action: string, body: object = {}) => lab.done(lab.api.admin.post(`${at}/${action}`, body))
  const power = async () => (await lab.api.admin.get(at)).body.power_status as string
  return { id, at, ipmi, machine, peer, act, power }
}

describe.each(['amt', 'redfish'] as const)('a server with %s', (kind) => {
  it('is switched on and off, restarted, shut down, and boots once from the network', async () => {
    const { at, machine, act, power } = await addServer(kind)
    expect(await power()).toBe('on')
    for (const [action, after] of [
      ['power_off', 'off'],
      ['power_on', 'on'],
      ['power_reset', 'on'],
      ['power_cycle', 'on'],
      ['shutdown', 'off'],
    ] as const) {
      machine.commands.length = 0
      expect(await act(action, action === 'shutdown' ? { timeout_seconds: 10 } : {})).toMatchObject({
        status: 'complete',
      })
      expect([action, await power(), machine.commands.length]).toEqual([action, after, 1])
    }
    const restarted = await act('boot_device', { device: 'pxe', restart: true })
    expect(restarted).toMatchObject({ status: 'complete' })
    expect(machine.boots.at(-1)).toBe('pxe')
    expect(await power()).toBe('on')
    const { body } = await lab.api.admin.get(`${at}/power/history?orderby=id desc&limit=1`)
    expect(body.list[0]).toMatchObject({ action: 'boot_device', state: 'complete' })
  })

  it('that falls silent in between is reported, without its address, and nothing counts as off', async () => {
    const { act, peer, power, id } = await addServer(kind)
    await lab.made(lab.api.admin.post(`/dci/v3/server/${id}/owner`, { owner: lab.api.ann.id }))
    await peer.close()
    const { status, error } = await act('power_off')
    expect(status).toBe('failed')
    expect(JSON.stringify(error)).not.toContain('127.0.0.1')
    expect(await power()).toBe('unknown')
  })
})

it('makes the locator LED of a Redfish server blink for a while, and switches it off', async () => {
  const { ipmi, peer } = await addServer('redfish')
  if (!('model' in peer)) throw new Error('no Redfish peer')
  const isLit = () =>
    (peer.model.get('/redfish/v1/Systems/1') as { LocationIndicatorActive: boolean }).LocationIndicatorActive
  await lab.done(lab.api.admin.post(`/dci/v3/ipmi/${ipmi}/identify`, { seconds: 30 }))
  expect(isLit()).toBe(true)
  // Requested again, it lights for the time of the last request.
  await lab.done(lab.api.admin.post(`/dci/v3/ipmi/${ipmi}/identify`, { seconds: 2 }))
  expect(isLit()).toBe(true)
  await lab.until(async () => !isLit())
  const waiting = { name: 'ipmi_identify', registry_id: ipmi, ended_at: null }
  await lab.until(async () => (await lab.prisma.task.count({ where: waiting })) === 0)
  const amt = await addServer('amt')
  await lab.refused(lab.api.admin.post(`/dci/v3/ipmi/${amt.ipmi}/identify`, { seconds: 2 }), 400)
})

it('takes the log of a controller for text', async () => {
  const markup = '<img src=x onerror="window.pwned=1">'
  const { ipmi } = await addServer('redfish', {
    messages: [markup, `\u202e${markup}`, `\u001b]0;x\u0007\u0000\u009b2J`, 'W'.repeat(9_999), '\ud800', "'; drop--"],
  })
  const { list } = (await lab.api.admin.get(`/dci/v3/ipmi/${ipmi}/event?orderby=id`)).body
  expect(list).toHaveLength(6)
  const words = list.map((one: { words: string }) => one.words) as string[]
  expect(words).toContain(markup)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what must not be there
  expect(JSON.stringify(words)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]|\\u00|\\ud8/)
  expect(Math.max(...words.map(({ length }) => length))).toBeLessThanOrEqual(300)
})
