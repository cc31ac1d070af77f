import type { Duplex } from 'node:stream'
import type { BootHost } from './host.ts'
import { PANEL_SOCKET, WEB_ACCOUNT } from './places.ts'

/**
 * Listens at the socket to which the web server of a control host passes what is below `/boot/`. One process does at a time: the socket of one before is
 * taken over.
 * @throws SshError when sshd forbids it (`AllowStreamLocalForwarding`)
 */
export async function listenForBootRequests(
  host: BootHost,
  onStream: (stream: Duplex) => void,
  signal: AbortSignal,
): Promise<{ close(): Promise<void> }> {
  // sshd leaves the name behind when a connection is lost, and does not listen where one is.
  await host.run(['rm', '-f', '--', PANEL_SOCKET], { signal })
  const listener = await host.ssh.listenUnix(PANEL_SOCKET, onStream, signal)
  try {
    // sshd makes it for its account alone.
    await host.run(['chgrp', WEB_ACCOUNT, PANEL_SOCKET], { signal })
    await host.run(['chmod', '660', PANEL_SOCKET], { signal })
    return listener
  } catch (fault) {
    await listener.close()
    throw fault
  }
}
