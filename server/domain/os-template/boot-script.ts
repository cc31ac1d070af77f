import { msg } from '../../shared/text.ts'
import { refused } from '../shared/errors.ts'
import type { Values } from './fill.ts'
import { render } from './render.ts'

export type BootScript = {
  /** Where files of the location are fetched from: `http://192.0.2.1:8080`. */
  web: string
  /** 43 characters of base64url; null: for any machine, which names itself by the card that it boots by. */
  ticket: string | null
  /** SHA-256 of the files, which are their names in the location. */
  kernel: string
  initrd: string
  /** What the template adds to the arguments of the kernel, a template itself. */
  kernel_args: string
  values: Values
}

const WEB = /^http:\/\/(\d{1,3}(\.\d{1,3}){3}|\[[0-9a-f:]+\])(:\d{1,5})?$/
/** The line that iPXE takes, https://ipxe.org/cmdline; longer ones are cut by kernels as well. */
const MAX_ARGS = 1500

/**
 * The script for iPXE that boots a template's kernel with its live system, and beside it the archive of this session, which a ticket
 * fetches once: last, when all else is there. A kernel of UEFI asks the firmware for both by their names (`initrd=`) and puts them one
 * after the other without a gap, but takes an archive that is not packed at a multiple of four bytes only: so the session, whose length
 * is one, is named first. BIOS gets both as they were fetched, each at such a place.
 * @throws PanelError `refused` for values that no script can hold
 */
export function bootScript({ web, ticket, kernel, initrd, kernel_args, values }: BootScript): string {
  const isName = (sum: string) => /^[0-9a-f]{64}$/.test(sum)
  if (!WEB.test(web) || (ticket !== null && !/^[\w-]{43}$/.test(ticket)) || !isName(kernel) || !isName(initrd))
    throw refused(msg`The address, the ticket or a file of the boot script is not valid`)
  const added = kernelArguments(kernel_args, values)
  // biome-ignore lint/suspicious/noTemplateCurlyInString: iPXE fills it in
  const session = ticket ?? 'search/${mac:hexhyp}'
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the same
  const args = ['initrd=session initrd=live console=ttyS0,115200', 'BOOTIF=01-${mac:hexhyp}', 'quiet', added]
  return [
    '#!ipxe',
    `kernel ${web}/a/${kernel} ${args.filter(Boolean).join(' ')}`,
    `initrd --name live ${web}/a/${initrd}`,
    `initrd --name session ${web}/boot/${session}/session`,
    'boot',
    '',
  ].join('\n')
}

/**
 * All arguments of an installer's kernel: it speaks on the serial line, as live systems do, and knows the card that it boots by. It is quiet, or it would print them there, the ticket of its
 * answer file among them.
 * @throws PanelError `refused`
 */
export const installerArguments = (kernel_args: string, values: Values & { mac: string }): string => {
  const card = `BOOTIF=01-${values.mac.replaceAll(':', '-')}`
  return ['console=ttyS0,115200', card, 'quiet', kernelArguments(kernel_args, values)].filter(Boolean).join(' ')
}

/** What a template adds to the arguments of the kernel, filled in. @throws PanelError `refused` for values that cannot stand there */
export function kernelArguments(kernel_args: string, values: Values): string {
  const added = render('ipxe', kernel_args, values)
  if (added.length > MAX_ARGS || !isPlain(added))
    throw refused(msg`The arguments of the kernel are too long or have signs that iPXE acts on`)
  return added
}

const PLAIN = /^[A-Za-z0-9 ._:/@%+=,;~!*?&|()[\]-]*$/

/** Arguments in which iPXE sees words only: nothing that it fills in, and no word with which a command ends. */
export const isPlain = (args: string): boolean =>
  PLAIN.test(args) && !args.split(' ').some((word) => /^(;|&&|\|\|)$/.test(word))
