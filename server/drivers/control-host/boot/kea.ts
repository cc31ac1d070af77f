import { deviceRejected } from '../../../domain/shared/errors.ts'
import { KeaClient, type KeaConfig } from '../../../protocols/kea/client.ts'
import { whatDiffers } from '../../../protocols/kea/in-force.ts'
import { type Lease, parseLeaseFiles } from '../../../protocols/kea/leases.ts'
import { renderKea } from '../../../protocols/kea/render.ts'
import { joined, msg } from '../../../shared/text.ts'
import type { BootHost } from './host.ts'
import { readManifest, sha256, writeManifest } from './manifest.ts'
import { KEA_SOCKET, LEASES } from './places.ts'
import { keaFile, keaPlaces } from './plan.ts'
import type { BootServices } from './types.ts'

/** Standard input and output as a connection to the socket $1: for accounts that may not open it themselves. */
const BRIDGE = `import os, socket, sys, threading
s = socket.socket(socket.AF_UNIX)
s.connect(sys.argv[1])
def up():
    while True:
        b = os.read(0, 65536)
        if not b: return
        s.sendall(b)
threading.Thread(target=up, daemon=True).start()
while True:
    b = s.recv(65536)
    if not b: os._exit(0)
    while b: b = b[os.write(1, b):]
`

/** Parts of a configuration that a failure names. */
const MOST_NAMED = 5

/** Kea of a control host, through its SSH connection. */
export const keaOf = (host: BootHost): KeaClient =>
  new KeaClient(async (signal) => {
    if (!host.facts.sudo) return await host.ssh.openUnix(KEA_SOCKET, signal)
    const program = await host.ssh.spawn(host.asRoot(['python3', '-c', BRIDGE, KEA_SOCKET]), signal)
    program.stderr.resume()
    return program.stream
  })

/** The configuration of Kea for a host. */
const configOf = (host: BootHost, services: BootServices): KeaConfig =>
  renderKea(services.dhcp, keaPlaces(host.facts.multiarch))

/**
 * Tells the running DHCP server what has changed, and keeps it for its next start. For what is frequent, as a server that is to boot: nothing
 * else of the host is looked at. What is in force then is read back.
 * @throws KeaError when it does not run, or does not take it; what was in force stays. PanelError when it runs with something else
 */
export async function applyDhcp(host: BootHost, services: BootServices, signal: AbortSignal): Promise<void> {
  const kea = keaOf(host)
  const config = configOf(host, services)
  const { path, mode, content } = keaFile(services, host.facts)
  try {
    await kea.set(config, { signal })
  } catch (fault) {
    // After a setting that failed it would answer no client.
    const before = await host.read(path, signal)
    if (before !== null) await kea.set(JSON.parse(before) as KeaConfig, { signal }).catch(() => {})
    throw fault
  }
  const keep = async () => {
    await host.write(path, content, mode, signal)
    const manifest = await readManifest(host, signal)
    manifest.files[path] = sha256(content)
    await writeManifest(host, manifest, signal)
  }
  const [running] = await Promise.all([kea.config({ signal }), keep()])
  const parts = whatDiffers(running, config)
  if (parts.length > 0)
    throw deviceRejected(
      msg`The DHCP server of the control host took its configuration, and yet runs with another: ${joined(parts.slice(0, MOST_NAMED), ', ')}`,
    )
}

/** Whether Kea runs with the configuration of these services. @throws KeaError when it does not answer */
export const isInForce = async (host: BootHost, services: BootServices, signal: AbortSignal): Promise<boolean> =>
  whatDiffers(await keaOf(host).config({ signal }), configOf(host, services)).length === 0

/** Some 50 000 leases. */
const LEASES_BYTES = 16 << 20

/**
 * Leases of a control host: Kea's own list, or what it has written when it lacks the hook.
 * @param mac only of this network card, where Kea itself is asked
 * @throws KeaError, PanelError
 */
export async function readLeases(host: BootHost, signal: AbortSignal, mac?: string): Promise<Lease[]> {
  const listed = await keaOf(host).leases({ signal, maxBytes: LEASES_BYTES }, mac)
  if (listed !== null) return listed
  // Of a clean-up: what it has begun with, and what was written since.
  const files = await Promise.all(['.2', '.1', ''].map((end) => host.read(LEASES + end, signal)))
  return parseLeaseFiles(files.map((text) => text ?? ''))
}
