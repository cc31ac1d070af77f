/** What a machine boots into. Digests are SHA-256 in hexadecimal, names of artefacts on the web server of the location. */
export type BootScript = {
  kernel: string
  initrd: string
  /** Arguments of the template for the kernel. Nothing secret: they are shown to whoever reads the script or /proc/cmdline. */
  args: readonly string[]
}

const ADDRESS = /^http:\/\/[0-9a-zA-Z.:[\]-]{1,255}$/
const TICKET = /^[A-Za-z0-9_-]{43}$/
const DIGEST = /^[0-9a-f]{64}$/
/** iPXE expands `${…}` and splits at blanks; `&&`, `||` and `#` are its own. */
const ARGUMENT = /^[A-Za-z0-9_.,:=/@%+-]{1,200}$/

/**
 * The script with which iPXE fetches kernel and initial RAM disks (https://ipxe.org/scripting). The second of these holds the key of the session and can be
 * fetched once, last. `initrd=` names them for UEFI, where the kernel itself asks the firmware for them and puts them together without a gap: it finds
 * an archive only at a multiple of four bytes, so the session, whose length is one, comes first.
 * @param address of the location's web server: `http://host:port`
 * @throws RangeError for parts that would be more than one word of the script
 */
export function bootScript(address: string, ticket: string, { kernel, initrd, args }: BootScript): string {
  const parts: [string, RegExp][] = [
    [address, ADDRESS],
    [ticket, TICKET],
    [kernel, DIGEST],
    [initrd, DIGEST],
    ...args.map((one): [string, RegExp] => [one, ARGUMENT]),
  ]
  for (const [part, allowed] of parts)
    if (!allowed.test(part)) throw new RangeError(`${JSON.stringify(part)} cannot stand in a boot script`)
  const words = ['initrd=session', 'initrd=system', 'console=tty0', 'console=ttyS0,115200', 'quiet', ...args]
  return `#!ipxe
kernel ${address}/a/${kernel} ${words.join(' ')} BOOTIF=01-\${mac:hexhyp}
initrd --name system ${address}/a/${initrd}
initrd --name session ${address}/boot/${ticket}/session
boot
`
}
