import { msg } from '../../shared/text.ts'
import { invalidInput, PanelError } from '../shared/errors.ts'
import { kernelArguments } from './boot-script.ts'
import type { TemplateContent } from './index.ts'
import { type Job, jobValues } from './job.ts'
import { macroValues, type Redefined, type Redefinition } from './macros.ts'
import { render, type Values } from './render.ts'

/** A server that does not exist: its addresses are those of documentation. */
const job: Job = {
  operation: 1,
  hostname: 'server-1.example',
  password_hash: '$6$example$0',
  ssh_key: ['ssh-ed25519 AAAAexample admin@example'],
  mac: '02:00:00:00:00:01',
  address: ['192.0.2.10/24', '2001:db8::10/64'],
  gateway: '192.0.2.1',
  gateway6: '2001:db8::1',
  nameserver: ['192.0.2.53'],
  vlan: '',
  bond_mac: [],
  disk: ['EXAMPLE-1'],
  disk_path: ['/dev/disk/by-id/wwn-0x5000c500a1b2c3d4'],
  raid: 'no_raid',
  web: 'http://192.0.2.2:8080',
  answer: 'http://192.0.2.2:8080/boot/answer/EXAMPLE/',
}
/** What stands in the place of a secret that is set. */
const HIDDEN = '********'

type Filled = { kernel_args: string; answer: string | null }

function filled({ kernel_args, answer }: TemplateContent, macros: Values): Filled {
  const values = { ...macros, ...jobValues(job) }
  return {
    kernel_args: kernelArguments(kernel_args, values),
    answer: answer ? render(answer.kind, answer.text, values) : null,
  }
}

/** A template as a server would get it, with example values and without secrets. @throws PanelError `refused` */
export function example(content: TemplateContent, redefined: Redefined): Filled {
  const hidden = Object.fromEntries(Object.keys(redefined.secret).map((name) => [name, HIDDEN]))
  const macros = content.macros.map((macro) => (macro.secret && macro.default ? { ...macro, default: HIDDEN } : macro))
  return filled(content, macroValues(macros, { plain: redefined.plain, secret: hidden }))
}

/**
 * Looks whether each value that a change gives can stand where its macro does, all else being as the template has it.
 * @throws PanelError `invalid_input` that names the macro
 */
export function checkValues(content: TemplateContent, change: Redefinition): void {
  const own = macroValues(content.macros, { plain: {}, secret: {} })
  for (const [name, value] of Object.entries(change)) {
    if (value === null || String(value) === '') continue
    try {
      filled(content, { ...own, [name]: String(value) })
    } catch (fault) {
      if (!(fault instanceof PanelError)) throw fault
      throw invalidInput(msg`macro ${name}: ${fault.text}`, `macro.${name}`)
    }
  }
}
