import { pause } from '../../../shared/abort.ts'
import type { SimulatedDebian } from './debian.ts'
import type { Input, Ran } from './ran.ts'

/** What a mirror and dpkg take on a real host. */
const UPDATE_MS = 3000
const INSTALL_MS = 20_000

/** Files that come with a package: small ones of a form of their own. */
const FILES: Record<string, readonly string[]> = {
  ipxe: ['/usr/lib/ipxe/undionly.kpxe', '/usr/lib/ipxe/snponly.efi'],
}

/** As Debian 12 has them. */
const VERSIONS: Record<string, string> = {
  'kea-dhcp4-server': '2.2.0-6',
  'nginx-light': '1.22.1-9+deb12u3',
  'dnsmasq-base': '2.90-4~deb12u1',
}

const lines = (names: readonly string[], version = false): Ran => ({
  code: 0,
  stdout: names.map((name) => `ii  ${name}${version ? ` ${VERSIONS[name] ?? '1.0'}` : ''}\n`).join(''),
})

/** `dpkg-query -W -f FORMAT [NAMES]`: exit code 1 when one of the names is not known. */
export function dpkgQuery({ state }: SimulatedDebian, args: string[]): Ran {
  const asked = args.slice(args.indexOf('-f') + 2)
  if (asked.length === 0) return lines(state.packages)
  const there = asked.filter((name) => state.packages.includes(name))
  return {
    ...lines(
      there,
      args.some((one) => one.includes('Version')),
    ),
    code: there.length === asked.length ? 0 : 1,
  }
}

/** `apt-get update`, `install` and `purge`, both also as a rehearsal (`-s`). */
export async function apt(host: SimulatedDebian, args: string[], { signal }: Input): Promise<Ran> {
  const verb = args.findIndex((one) => ['update', 'install', 'purge'].includes(one))
  const names = args.slice(verb + 1).filter((one) => !one.startsWith('-'))
  if (args[verb] === 'update') {
    await pause(UPDATE_MS * host.options.speed, signal)
    return { code: 0 }
  }
  if (args[verb] === 'purge') {
    if (args.includes('-s')) return { code: 0, stdout: names.map((name) => `Purg ${name} [1.0]\n`).join('') }
    host.state.packages = host.state.packages.filter((name) => !names.includes(name))
    for (const name of names) for (const path of FILES[name] ?? []) host.remove(path)
    host.save()
    return { code: 0 }
  }
  if (args[verb] !== 'install') return { code: 100, stderr: 'E: Invalid operation\n' }
  if (args.includes('-s')) return { code: 0, stdout: names.map((name) => `Inst ${name} (1.0 Debian)\n`).join('') }
  await pause(INSTALL_MS * host.options.speed, signal)
  host.state.packages = [...new Set([...host.state.packages, ...names])]
  bringFiles(host)
  host.save()
  return { code: 0 }
}

/** Files of the packages that a host has. */
export function bringFiles(host: SimulatedDebian): void {
  for (const name of host.state.packages)
    for (const path of FILES[name] ?? [])
      if (!host.tree.files.has(path)) host.write(path, Buffer.from(`A boot program of ${name}: ${path}\n`), '644')
}
