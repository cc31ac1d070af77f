import type { Duplex } from 'node:stream'
import { deviceRejected } from '../../../../domain/shared/errors.ts'
import { SshError } from '../../../../protocols/ssh/errors.ts'
import { msg } from '../../../../shared/text.ts'
import type { Consoles } from '../../console-types.ts'
import type { KvmNode } from '../kvm-node.ts'
import { ensureLogFolder } from '../log.ts'
import { setVncPassword } from '../passwords.ts'

/** virDomainConsoleFlags: the previous client of the console loses it, be it a dead tab or another panel process. */
const takeOver = 1

/** Screens of QEMU and serial ports of libvirt. */
export function consoles(node: KvmNode): Consoles {
  const { ssh, link, domains } = node

  const screensOf = async (internalName: string, signal: AbortSignal) =>
    domains.screens(await domains.require(internalName, signal), signal)

  async function openScreen(port: number, signal: AbortSignal): Promise<Duplex> {
    try {
      return await ssh.openTcp('127.0.0.1', port, signal)
    } catch (error) {
      if (error instanceof SshError && error.kind === 'no_such_socket') {
        throw deviceRejected(msg`The screen of the VM does not answer: the VM was probably just turned off`, {
          cause: error,
        })
      }
      throw error
    }
  }

  return {
    setVncPassword: (internalName, password, signal) =>
      node.do(signal, async () => setVncPassword(await node.known(internalName, signal), password)),

    changeSpice: (spec, signal) =>
      node.do(signal, async () => {
        await ensureLogFolder(ssh, signal)
        return node.definitions.changeSpice(spec, signal)
      }),

    spicePort: (internalName, signal) =>
      node.do(signal, async () => (await screensOf(internalName, signal)).spice?.port ?? null),

    openVnc: (internalName, signal) =>
      node.do(signal, async () => {
        const { vnc } = await screensOf(internalName, signal)
        if (vnc === null) throw deviceRejected(msg`The VM is off and has no screen: start it first`)
        return openScreen(vnc, signal)
      }),

    openSpice: (internalName, signal) =>
      node.do(signal, async () => {
        const { vnc, spice } = await screensOf(internalName, signal)
        if (vnc === null) throw deviceRejected(msg`The VM is off and has no screen: start it first`)
        if (!spice) throw deviceRejected(msg`The VM was started without SPICE: it has it from its next start on`)
        return openScreen(spice.port, signal)
      }),

    openSerial: (internalName, signal) =>
      node.do(signal, async () => {
        const domain = await domains.require(internalName, signal)
        if (domain.id < 0) throw deviceRejected(msg`The VM is off and its serial port does not answer: start it first`)
        // Its own conversation: a guest that floods its console must not hold up events.
        const own = await link.openAnother(signal)
        try {
          const stream = await own.openConsole(domain, null, takeOver, signal)
          stream.once('close', () => own.close())
          return stream
        } catch (error) {
          own.close()
          throw error
        }
      }),
  }
}
