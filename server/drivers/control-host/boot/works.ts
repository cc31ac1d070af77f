import { PROGRAMS } from '../../../protocols/kea/classes.ts'
import { KeaError } from '../../../protocols/kea/errors.ts'
import { SshError } from '../../../protocols/ssh/errors.ts'
import type { BootHost } from './host.ts'
import { keaOf } from './kea.ts'
import type { BootServices, Unit } from './types.ts'

/** Asks a URL on the host itself, past any proxy; `what` is a variable of curl(1). */
async function ask(
  host: BootHost,
  url: string,
  what: 'http_code' | 'size_download',
  signal: AbortSignal,
): Promise<string> {
  const argv = ['curl', '-s', '--noproxy', '*', '-m', '10', '-o', '/dev/null', '-w', `%{${what}}`, '--', url]
  return (await host.try(argv, { signal, timeoutMs: 15_000 })).stdout
}

/** Whether a service answers as it should: each is asked in its own protocol. */
export const works: Record<Unit, (host: BootHost, services: BootServices, signal: AbortSignal) => Promise<boolean>> = {
  dhcp: async (host, _, signal) => {
    try {
      const { sockets } = await keaOf(host).status({ signal })
      return sockets === undefined || sockets.status === 'ready'
    } catch (fault) {
      // It does not listen yet, or ended while it was asked.
      if (fault instanceof KeaError || (fault instanceof SshError && fault.kind === 'no_such_socket')) return false
      throw fault
    }
  },
  web: (host, { web }, signal) =>
    allOf(
      web.addresses,
      async (at) => (await ask(host, `http://${at}:${web.port}/alive`, 'http_code', signal)) === '204',
    ),
  tftp: (host, { web }, signal) =>
    allOf(
      web.addresses,
      async (at) => Number(await ask(host, `tftp://${at}/${PROGRAMS.bios}`, 'size_download', signal)) > 0,
    ),
}

/** Whether machines reach the panel through the web server: it knows no such request, and says so itself. */
export const panelAnswers = (host: BootHost, { web }: BootServices, signal: AbortSignal): Promise<boolean> =>
  allOf(
    web.addresses,
    async (at) => (await ask(host, `http://${at}:${web.port}/boot/alive`, 'http_code', signal)) === '404',
  )

async function allOf(addresses: readonly string[], answers: (address: string) => Promise<boolean>): Promise<boolean> {
  for (const address of addresses) if (!(await answers(address))) return false
  return true
}
