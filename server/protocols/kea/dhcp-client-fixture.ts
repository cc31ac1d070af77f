import { must, type RunOptions, type RunResult } from '../../../e2e/lab/run.ts'
import { HeldNamespace } from './namespace-fixture.ts'

/** Runs a program where the client is. */
export type RunThere = (argv: readonly string[], options?: RunOptions) => Promise<RunResult>

/** What a client was told. */
export type Told = {
  ip?: string
  siaddr?: string
  boot_file?: string
  hostname?: string
  router?: string
  lease?: string
}

/** Option 93 of a PC with BIOS, of UEFI on x86-64, on 64-bit ARM and by HTTP; iPXE adds its user class (option 77). */
export const asks = {
  bios: ['-x', '0x5d:0000'],
  uefi: ['-x', '0x5d:0007'],
  arm: ['-x', '0x5d:000b'],
  http: ['-x', '0x5d:0010', '-V', 'HTTPClient:Arch:00016:UNDI:003001'],
  ipxe: ['-x', '0x5d:0000', '-x', '0x4d:69505845'],
} as const

const script = `#!/bin/sh
[ "$1" = bound ] || exit 0
for name in ip siaddr boot_file hostname router lease; do
  eval "value=\\\${$name-}"
  [ -z "$value" ] || echo "told $name=$value"
done
`

/**
 * A real DHCP client (busybox udhcpc) at a network interface.
 * @param path where its script may lie
 * @returns asks for an address with a MAC address and options, so many times, a second apart; null: nobody answered
 */
export async function dhcpClient(run: RunThere, name: string, path: string) {
  const say = async (argv: string[], options?: RunOptions) => {
    const result = await run(argv, options)
    if (result.code !== 0) throw new Error(`${argv.join(' ')}: ${result.stderr}`)
  }
  await say(['sh', '-c', 'cat > "$1" && chmod 755 "$1"', 'sh', path], { input: script })
  return async (mac: string, options: readonly string[] = [], tries = 30): Promise<Told | null> => {
    await say(['ip', 'link', 'set', name, 'down'])
    await say(['ip', 'link', 'set', name, 'address', mac, 'up'])
    const argv = [
      'busybox',
      'udhcpc',
      '-i',
      name,
      '-f',
      '-q',
      '-n',
      '-t',
      String(tries),
      '-T',
      '1',
      '-s',
      path,
      ...options,
    ]
    const { stdout } = await run(argv)
    const told = [...stdout.matchAll(/^told (\w+)=(.*)$/gm)].map(([, key, value]) => [key, value])
    return told.length === 0 ? null : (Object.fromEntries(told) as Told)
  }
}

/** Two network namespaces with a cable between `server0` and `client0`. */
export async function twoNamespaces() {
  const [server, client] = await Promise.all([HeldNamespace.start(), HeldNamespace.start()])
  const cable = ['ip', 'link', 'add', 'server0', 'type', 'veth', 'peer', 'name', 'client0', 'netns', String(client.pid)]
  await must(server.argv(cable))
  await must(server.argv(['ip', 'link', 'set', 'server0', 'up']))
  await must(client.argv(['ip', 'link', 'set', 'client0', 'up']))
  return { server, client }
}
