import { KeaClient, type KeaConfig } from '../../../protocols/kea/client.ts'
import { type Lease, parseLeaseFiles } from '../../../protocols/kea/leases.ts'
import { renderKea } from '../../../protocols/kea/render.ts'
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
 * else of the host is looked at.
 * @throws KeaError when it does not run, or does not take it; what was in force stays
 */
export async function applyDhcp(host: BootHost, services: BootServices, signal: AbortSignal): Promise<void> {
  const kea = keaOf(host)
  const { path, mode, content } = keaFile(services, host.facts)
  try {
    await kea.set(configOf(host, services), { signal })
  } catch (fault) {
    // After a setting that failed it would answer no client.
    const before = await host.read(path, signal)
    if (before !== null) await kea.set(JSON.parse(before) as KeaConfig, { signal }).catch(() => {})
    throw fault
  }
  await host.write(path, content, mode, signal)
  const manifest = await readManifest(host, signal)
  manifest.files[path] = sha256(content)
  await writeManifest(host, manifest, signal)
}

/** What of a configuration decides who gets which answer; Kea returns the rest in other spellings and with defaults. */
function decisive({ Dhcp4 }: KeaConfig): string {
  type Named = Record<string, unknown>
  const list = (value: unknown) => (Array.isArray(value) ? (value as Named[]) : [])
  const low = (value: unknown) => String(value ?? '').toLowerCase()
  return JSON.stringify([
    (Dhcp4['interfaces-config'] as { interfaces?: unknown } | undefined)?.interfaces,
    list(Dhcp4['client-classes']).map((one) => [one.name, one.test ?? '', one['boot-file-name'] ?? '']),
    list(Dhcp4.subnet4)
      .map((subnet) => [
        Number(subnet.id),
        subnet.subnet,
        list(subnet.reservations)
          .map((one) => [low(one['hw-address']), one['ip-address'] ?? '', one.hostname ?? '', one['client-classes']])
          .sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1)),
      ])
      .sort((a, b) => Number(a[0]) - Number(b[0])),
  ])
}

/** Whether Kea runs with the configuration of these services. @throws KeaError when it does not answer */
export async function isInForce(host: BootHost, services: BootServices, signal: AbortSignal): Promise<boolean> {
  return decisive(await keaOf(host).config({ signal })) === decisive(configOf(host, services))
}

/** Some 50 000 leases. */
const LEASES_BYTES = 16 << 20

/** Leases of a control host: Kea's own list, or what it has written when it lacks the hook. @throws KeaError, PanelError */
export async function readLeases(host: BootHost, signal: AbortSignal): Promise<Lease[]> {
  const listed = await keaOf(host).leases({ signal, maxBytes: LEASES_BYTES })
  if (listed !== null) return listed
  // Of a clean-up: what it has begun with, and what was written since.
  const files = await Promise.all(['.2', '.1', ''].map((end) => host.read(LEASES + end, signal)))
  return parseLeaseFiles(files.map((text) => text ?? ''))
}
