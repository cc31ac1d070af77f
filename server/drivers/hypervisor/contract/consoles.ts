import { duplexPair } from 'node:stream'
import { expect, test } from 'vitest'
import { joinLink } from '../../../protocols/spice/link.ts'
import { SpiceProgram } from '../../../protocols/spice/testing.ts'
import { soon } from '../../../shared/testing/soon.ts'
import { listen, name, type Suite } from './suite.ts'

/** Serial lines, VNC and SPICE of a domain that runs. */
export function consoleContract(suite: Suite): void {
  const { env, spec, password } = suite
  const { hasScreen } = env

  test('boots; its serial port asks who one is, and takes the password of the seed', async () => {
    const serial = await suite.node.openSerial(name, soon())
    const said = listen(serial)
    // A prompt that came before us comes again.
    serial.write('\n')
    await said(env.guest.loginPrompt, env.guest.bootMs)
    serial.write(`${env.guest.user}\n`)
    await said(/[Pp]assword:\s*$/, 10_000)
    serial.write(`${password}\n`)
    await said(env.guest.shellPrompt, 10_000)
    serial.write('echo se""en\n')
    await said(/seen/, 10_000)
    serial.destroy()
  })

  test('keeps what the guest writes to its serial port, without escape sequences', async () => {
    const log = () => suite.node.consoleLog(name, soon())
    await expect.poll(log, { timeout: 10_000 }).toMatch(/login: /)
    expect(await log()).not.toMatch(/[^\P{Cc}\n\t]/u)
  })

  if (!hasScreen)
    test('says that it has no screen', async () => {
      const refused = { code: 'device_rejected', message: expect.stringMatching(/no screen/) }
      await expect(suite.node.openVnc(name, soon())).rejects.toMatchObject(refused)
      await expect(suite.node.setVncPassword(name, 'changed1', soon())).rejects.toMatchObject(refused)
    })

  if (hasScreen)
    test('shows a screen: two at once, both speak RFB', async () => {
      for (const vnc of await Promise.all([suite.node.openVnc(name, soon()), suite.node.openVnc(name, soon())])) {
        const said = listen(vnc)
        await said(/^RFB 003\.00[378]\n$/, 5_000)
        vnc.destroy()
      }
    })

  if (hasScreen)
    test('has SPICE on several connections, whose password changes while it runs', async () => {
      expect(await suite.node.spicePort(name, soon())).toBeGreaterThan(0)
      const verdict = async (known: string) => {
        const [near, far] = duplexPair()
        const server = await suite.node.openSpice(name, soon())
        const options = { password: known, admit: () => {}, timeoutMs: 10_000, signal: soon() }
        const joined = joinLink(far, server, options).then(() => server.pipe(far))
        const [said] = await Promise.all([new SpiceProgram(near).link(1, 0), joined])
        server.destroy()
        return said
      }
      expect(await verdict('contract-of-spice')).toBe(0)
      expect(await verdict('anything else')).not.toBe(0)
      const spice = { password: 'another-of-spice', extras: false }
      expect(await suite.node.changeSpice({ ...spec, spice }, soon())).toBe(false)
      expect(await verdict('another-of-spice')).toBe(0)
      expect(await verdict('contract-of-spice')).not.toBe(0)
      // What else there is of it waits for the next start, and for nothing when it is taken back.
      expect(await suite.node.changeSpice({ ...spec, spice: null }, soon())).toBe(true)
      expect(await suite.node.changeSpice(spec, soon())).toBe(false)
    })
}
