import { afterAll, beforeAll, expect } from 'vitest'
import { dhcpClient } from '../../../protocols/kea/dhcp-client-fixture.ts'
import { soon } from '../../../shared/testing/soon.ts'
import type { BootHost } from './host.ts'
import { asServer, cable, controlHost, must, services, uncable } from './lab-fixture.ts'
import { removeBoot } from './set-up.ts'
import { bootState } from './state.ts'

/** Files of a host and processes of the services; its packages are those of the machine. */
export const traces = async (): Promise<string> => {
  const files = await must([
    'sh',
    '-c',
    'find /etc /var /run /tmp /usr/local -xdev | grep -Ev "^/(tmp/told.sh$|var/lib/dpkg/)" | sort',
  ])
  const processes = await must(['sh', '-c', 'ps -eo args= | grep -E "kea|nginx|dnsmasq|datahall" | grep -v grep || :'])
  return files + processes
}

/** What is wrong with the parts of a host that should be as `services()`, by component. */
export const faultsOf = async (
  host: BootHost,
  looks = { segment: false, content: false },
): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await bootState(host, services(), looks, soon())).flatMap(({ component, ok, fault }) => {
      expect(ok).toBe(fault === null)
      return fault === null ? [] : [[component, String(fault)]]
    }),
  )

type At = {
  host: BootHost
  /** Asks for an address as a server that boots. */
  ask: Awaited<ReturnType<typeof dhcpClient>>
  /** The traces on the host before anything was set up. */
  before: string
}

/** For the tests of one file: a control host with nothing on it, a segment and a server in it; all is gone after them. */
export function onControlHost(): At {
  const at = {} as At
  beforeAll(async () => {
    await cable()
    at.ask = await dhcpClient(asServer, 'card0', '/tmp/told.sh')
    at.host = await controlHost()
    at.before = await traces()
  })
  afterAll(async () => {
    at.host.ssh.close()
    // Also after a test that cost the connection.
    const last = await controlHost()
    await removeBoot(last, false, soon())
    last.ssh.close()
    await uncable()
  })
  return at
}
