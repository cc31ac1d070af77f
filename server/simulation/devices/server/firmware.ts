import { pause } from '../../../shared/abort.ts'
import type { ServerParts } from './types.ts'

const DHCP_MS = 2000
const LOADER_MS = 2000
const PATIENCE_MS = 12_000
const SCRIPT_BYTES = 16_384

/** What the boot program has fetched: where the panel is asked, and by which key. */
export type LiveBoot = { address: string; key: string; server: string }

/**
 * As network boot of firmware does, and iPXE after it: an address, the script, kernel, initial RAM disks.
 * @returns null when nobody answers, or nothing can be booted: the next boot device follows
 */
export async function bootFromNetwork(parts: ServerParts, mac: string, signal: AbortSignal): Promise<LiveBoot | null> {
  const { print, segment, speed } = parts
  print(`\r\n>>Start PXE over IPv4 on ${mac.toUpperCase()}\r\n`)
  await pause(DHCP_MS * speed, signal)
  const offer = segment.offer(mac)
  if (!offer?.script) {
    await pause(PATIENCE_MS * speed, signal)
    print(offer ? 'PXE-E55: No boot file was offered\r\n' : 'PXE-E18: No DHCP offer was received\r\n')
    return null
  }
  print(
    `  Station IP address is ${offer.address ?? 'one of the boot range'}\r\n  Server IP address is ${offer.server}\r\n`,
  )
  print('  NBP filename is undionly.kpxe\r\n\r\niPXE -- Open Source Network Boot Firmware -- https://ipxe.org\r\n')
  await pause(LOADER_MS * speed, signal)
  print(`net0: ${mac} ... ok\r\n`)
  const fetch = async (name: string, address: string) => {
    const answer = URL.canParse(address) ? await segment.ask({ url: new URL(address), method: 'GET', signal }) : null
    // The address has the ticket, which is not for who reads along.
    print(`${name}... ${answer?.status === 200 ? 'ok' : answer ? `HTTP ${answer.status}` : 'Connection refused'}\r\n`)
    return answer?.status === 200 ? answer.body : null
  }
  const script = await fetch('script', offer.script)
  if (!script) return null
  const lines = script.toString('utf8', 0, SCRIPT_BYTES).split('\n')
  let session: Buffer | null = null
  for (const line of lines) {
    const [, what, name, address] = /^(kernel|initrd)(?: --name (\w+))? (http:\S+)/.exec(line) ?? []
    if (!what || !address) continue
    const content = await fetch(name ?? what, address)
    if (!content) return null
    if (name === 'session') session = content
  }
  const said = session?.toString('latin1') ?? ''
  const address = /^address=(\S+)$/m.exec(said.slice(said.indexOf('address=')))?.[1]
  const key = /^key=([0-9a-f]{64})$/m.exec(said)?.[1]
  return address && key ? { address, key, server: offer.server } : null
}
