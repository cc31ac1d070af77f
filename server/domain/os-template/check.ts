import { msg } from '../../shared/text.ts'
import { refused } from '../shared/errors.ts'
import type { Macro, ReadTemplate } from './index.ts'
import { jobNames, secretJobNames } from './job.ts'
import { namesIn, parseTemplate } from './parse.ts'
import { checkTemplate, render } from './render.ts'

type Checked = Pick<ReadTemplate, 'answer' | 'kernel_args' | 'macros'>

/** All names that a template knows; those that have several values are true. */
const namesOf = (macros: readonly Macro[]) =>
  new Map([...jobNames, ...macros.map(({ name }) => [name, false] as const)])

/**
 * Looks whether the answer file and the arguments of the kernel can be filled in: with all there may be, with nothing, and with what
 * macros have when nobody redefines them.
 * @throws PanelError `refused` that names the macro
 */
export function checkOffered({ answer, kernel_args, macros }: Checked): void {
  const secrets = new Set([...secretJobNames, ...macros.flatMap(({ name, secret }) => (secret ? [name] : []))])
  const shown = namesIn(parseTemplate(kernel_args)).find((name) => secrets.has(name))
  if (shown !== undefined)
    throw refused(msg`The macro ${shown} is a secret: it cannot stand in the arguments of a kernel, which are readable`)
  const names = namesOf(macros)
  const values = Object.fromEntries([
    ...[...jobNames].map(([name, several]) => [name, several ? ['x'] : 'x']),
    ...macros.map((macro) => [macro.name, macro.default]),
  ])
  const parts = [['ipxe', kernel_args], ...(answer ? [[answer.kind, answer.text]] : [])] as const
  for (const [language, text] of parts as readonly (readonly [Parameters<typeof render>[0], string])[]) {
    checkTemplate(language, text, names)
    render(language, text, values)
  }
}
