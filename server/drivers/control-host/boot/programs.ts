import { deviceRejected } from '../../../domain/shared/errors.ts'
import { PROGRAMS } from '../../../protocols/kea/classes.ts'
import { msg } from '../../../shared/text.ts'
import type { BootHost } from './host.ts'
import { TFTP } from './places.ts'

/** Where packages have boot programs, and the name that DHCP gives them. Not every release has one for ARM. */
const SOURCES: { name: string; from: readonly string[]; needed: boolean }[] = [
  { name: PROGRAMS.bios, from: ['/usr/lib/ipxe/undionly.kpxe'], needed: true },
  { name: PROGRAMS.uefiX64, from: ['/usr/lib/ipxe/snponly.efi'], needed: true },
  {
    name: PROGRAMS.uefiArm64,
    from: ['/usr/lib/ipxe/snponly-arm64.efi', '/usr/lib/ipxe/ipxe-arm64.efi', '/usr/lib/ipxe/arm64-efi/snponly.efi'],
    needed: false,
  },
]

/** Copies of boot programs that are missing or differ from those of their package. @throws PanelError when the package has none */
export async function wrongPrograms(host: BootHost, signal: AbortSignal): Promise<{ from: string; to: string }[]> {
  const paths = SOURCES.flatMap(({ name, from }) => [...from, `${TFTP}/${name}`])
  const sums = await host.checksums(paths, signal)
  return SOURCES.flatMap(({ name, from, needed }) => {
    const source = from.find((path) => sums.has(path))
    if (source === undefined && needed)
      throw deviceRejected(
        msg`The boot program ${from[0] ?? name} is missing on the control host: install its package ipxe anew`,
      )
    const to = `${TFTP}/${name}`
    if (source === undefined || sums.get(source)?.sha256 === sums.get(to)?.sha256) return []
    return [{ from: source, to }]
  })
}

export async function copyPrograms(host: BootHost, signal: AbortSignal): Promise<void> {
  for (const { from, to } of await wrongPrograms(host, signal))
    await host.run(['install', '-m', '644', '--', from, to], { signal })
}
