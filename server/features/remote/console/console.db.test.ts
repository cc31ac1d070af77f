import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { solRules } from '../../../console/serial/here.ts'
import { SerialSessionManager } from '../../../console/serial/session-manager.ts'
import { liveKeys } from '../../../db/secrets.ts'
import { bmcDriver } from '../../../drivers/bmc/registry.ts'
import { bus } from '../../../events/bus.ts'
import { selfSignedCertificate } from '../../../protocols/pinned-http/self-signed.ts'
import { soon } from '../../../shared/testing/soon.ts'
import { startAmtPeer } from '../../../simulation/devices/bmc/amt-peer.ts'
import { SimulatedMachine } from '../../../simulation/devices/bmc/machine.ts'
import { openLeases } from '../../../tasks/leases.ts'
import { lab, open, owned, startServerConsoles, stopServerConsoles, type Who } from './console-fixture.ts'
import { lineOf } from './open.ts'

beforeAll(startServerConsoles)
afterAll(stopServerConsoles)

describe.concurrent('the serial console of a server', () => {
  it('carries a login, replays it to later viewers, and keeps `view` viewers from typing', async () => {
    const { server } = await owned()
    const ann = await open(server, lab.api.ann)
    await ann.status({ state: 'open', keyboard: 'yours', can_break: true })
    ann.type('root\rsimulated\rhostname\r')
    await ann.hears(':~# hostname\r\nsrv-')
    const watcher = await open(server, lab.api.admin, { mode: 'view' })
    await watcher.hears(':~# hostname\r\nsrv-') // output from before
    await watcher.status({ keyboard: 'another', typist: lab.api.ann.id })
    watcher.type('never typed')
    watcher.command('break')
    ann.type('uptime\r')
    await watcher.hears('uptime: command not found')
    expect(ann.text()).not.toContain('never typed')
    expect(ann.text()).not.toContain('[break]')
    const viewers = await lab.api.ann.get(`/dci/v3/server/${server}/console`)
    expect(viewers.body).toMatchObject({
      controller: 'ipmi',
      offers: { sol: true, vnc: false, enable_serial: false },
      list: [
        { account: { email: 'ann@example.com' }, kind: 'sol', mode: 'control', self: true },
        { account: { email: 'admin@example.com' }, kind: 'sol', mode: 'view', self: false },
      ],
    })
  })

  it('says nothing to the next owner of what the last one saw', async () => {
    const { server } = await owned()
    const ann = await open(server, lab.api.ann)
    await ann.status({ keyboard: 'yours' })
    ann.type('root\rsimulated\rhostname\r')
    await ann.hears(':~# hostname\r\nsrv-')
    await lab.made(lab.api.admin.post(`/dci/v3/server/${server}/owner`, { owner: lab.api.bob.id }))
    const bob = await open(server, lab.api.bob)
    await bob.status({ keyboard: 'yours' })
    bob.type('uptime\r')
    await bob.hears('uptime: command not found')
    expect(bob.text()).not.toContain('hostname')
  })

  it('passes the break on, and the keyboard to who asks for it', async () => {
    const { server } = await owned()
    const ann = await open(server, lab.api.ann)
    await ann.status({ keyboard: 'yours' })
    ann.command('break')
    await ann.hears('[break]')
    const admin = await open(server, lab.api.admin)
    await admin.status({ keyboard: 'another' })
    admin.type('too early')
    admin.command('ask')
    await ann.status({ asked_by: lab.api.admin.id })
    ann.command('keep')
    expect(await admin.message('kept')).toBeTruthy()
    admin.command('ask')
    await ann.status({ asked_by: lab.api.admin.id })
    ann.command('give')
    await admin.status({ keyboard: 'yours' })
    ann.type('no longer')
    admin.type('boss\r')
    await ann.hears('boss\r\nPassword: ')
    expect(ann.text()).not.toMatch(/too early|no longer/)
  })

  it('goes on where a page was when it comes back', async () => {
    const { server } = await owned()
    const first = await open(server, lab.api.ann)
    await first.status({ keyboard: 'yours' })
    first.type('one\r\r')
    await first.hears('Login incorrect')
    const { line, at } = first.started()
    first.ws.close()
    await first.closed
    const heard = at + first.bytes()
    const back = await open(server, lab.api.ann, {}, `?after=${line}.${heard}`)
    await back.status({ keyboard: 'yours' })
    back.type('two\r\r')
    await back.hears('two\r\nPassword: \r\nLogin incorrect')
    expect(back.started()).toMatchObject({ line, at: heard })
    expect(back.text()).not.toContain('one')
    const anew = await open(server, lab.api.ann)
    await anew.hears('one\r\nPassword: \r\nLogin incorrect')
  })

  it('reports that a client outside has the console, takes it over on request, and reports when it is taken', async () => {
    const { server, peer } = await owned()
    const target = { address: '127.0.0.1', port: peer.port, username: 'admin', password: 'secret-of-bmc' }
    const outside = bmcDriver('ipmi').connect(target)
    const line = await outside.sol({ takeOver: false }, soon())
    const lost = once(line, 'error')
    const refused = await open(server, lab.api.ann)
    expect(await refused.closed).toEqual({ code: 4011, words: 'The serial console is in use outside the panel' })
    const page = await open(server, lab.api.ann, { take_over: true })
    await page.status({ keyboard: 'yours' })
    expect((await lost)[0]).toMatchObject({ value: 'console_taken' })
    // The one that lost it does not touch it any more.
    page.command('break')
    await page.hears('[break]')
    const again = await outside.sol({ takeOver: true }, soon())
    expect(await page.closed).toMatchObject({ code: 4012 })
    again.destroy()
    await outside.close()
  })

  it('is one for all web processes: another one’s viewers sit at the line of the first', async () => {
    const { server, ipmi } = await owned()
    const page = await open(server, lab.api.ann)
    await page.status({ keyboard: 'yours' })
    page.type('one\r')
    await page.hears('Password: ')
    const keys = () => liveKeys('console lines')
    const other = new SerialSessionManager({ bus: bus(), leases: openLeases(15_000), leaseMs: 15_000, keys })
    const never = async () => {
      throw new Error('The line was opened twice')
    }
    const of = await lineOf(await lab.prisma.ipmi.findUniqueOrThrow({ where: { id: ipmi } }), lab.api.ann.id)
    const line = { key: `ipmi ${ipmi}`, of, open: never, rules: solRules }
    const subscriber = await other.join(line, { account_id: lab.api.admin.id, mode: 'control' }, soon())
    let heard = ''
    subscriber.on('data', (chunk: Buffer) => {
      heard += chunk
    })
    await lab.until(async () => heard.includes('Password: '))
    subscriber.command({ type: 'ask' })
    await page.status({ asked_by: lab.api.admin.id })
    page.command('give')
    await page.status({ keyboard: 'another', typist: lab.api.admin.id })
    subscriber.write('\r')
    await page.hears('Login incorrect')
    await other.stop()
    await page.status({ keyboard: 'free' })
  })

  it('is there over AMT too, which has no break, and can be switched on', async () => {
    const { server, ipmi } = await owned()
    const machine = new SimulatedMachine()
    const tls = selfSignedCertificate('amt')
    const user = { username: 'admin', password: 'secret-of-bmc' }
    // The redirection is two ports above the other, as the panel expects it.
    const httpPort = 22_000 + (process.pid % 5_000) * 2
    const peer = await startAmtPeer({ machine, tls, ...user, httpPort, redirectionPort: httpPort + 2 })
    lab.closing.push(() => peer.close())
    await lab.made(lab.api.admin.post(`/dci/v3/ipmi/${ipmi}`, { type: 'amt', port: httpPort }))
    expect((await lab.api.ann.get(`/dci/v3/server/${server}/console`)).body.offers).toEqual({
      sol: true,
      vnc: true,
      enable_serial: true,
    })
    await lab.done(lab.api.admin.post(`/dci/v3/server/${server}/console/enable`, {}))
    expect((await lab.api.ann.post(`/dci/v3/server/${server}/console/enable`, {})).status).toBe(403)
    const page = await open(server, lab.api.ann)
    await page.status({ keyboard: 'yours' })
    machine.power(true, 'test')
    await page.hears('Booting from disk')
    page.command('break')
    const { words } = await page.message('fault')
    expect(words).toMatch(/rejected the console/)
    // Its screen greets, and is for one at a time.
    const screen = await open(server, lab.api.ann, { kind: 'vnc' })
    await screen.hears('RFB 003.008')
    const told = async (who: Who) => (await (await open(server, who, { kind: 'vnc' })).closed).words
    expect(await told(lab.api.ann)).toBe('The screen of the server is in use; only one session can use it at a time')
    expect(await told(lab.api.admin)).toMatch(/^The controller at 127\.0\.0\.1 has its screen in use/)
    screen.ws.terminate()
    machine.screenOff = true
    expect(await told(lab.api.ann)).toMatch(/^The management controller of the server rejected the console/)
    expect(await told(lab.api.admin)).toContain('turned off in the settings of the controller')
  })
})
