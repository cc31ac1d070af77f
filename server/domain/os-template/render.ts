import { msg } from '../../shared/text.ts'
import { refused } from '../shared/errors.ts'
import { fillParts, type Piece, type Values } from './fill.ts'
import type { AnswerKind } from './kinds.ts'
import { ipxeText, kickstartText, preseedText, shellText } from './lines.ts'
import { namesIn, parseTemplate } from './parse.ts'
import { yamlText } from './yaml.ts'

export type { Values }
/** What a template is written in: it decides how a value stands there. */
export type Language = AnswerKind | 'shell' | 'ipxe'

/** Characters of what is made of a template. */
const MAX_RENDERED = 1 << 20

const writers: Record<Language, (pieces: readonly Piece[]) => string> = {
  preseed: preseedText,
  autoinstall: yamlText,
  kickstart: kickstartText,
  shell: shellText,
  ipxe: ipxeText,
}

/**
 * Fills a template: `{{name}}` is a value in the manner of the language, `{{name|sh}}` one as a word for a shell; `{{#name}}…{{/name}}` is
 * repeated for each value, which is `{{.}}` there, `{{^name}}…{{/name}}` stands where there is none. Whatever a value holds, it stays one.
 * @throws PanelError `refused` for a macro that is not known or stands where no value can, and for a value that the language cannot express
 */
export function render(language: Language, template: string, values: Values): string {
  const text = writers[language](fillParts(parseTemplate(template), values))
  if (text.length > MAX_RENDERED) throw refused(msg`The template becomes too large`)
  return text
}

/**
 * Looks whether a template can be filled, before it is used.
 * @param names of the macros that there are; of those that have several values true
 * @throws PanelError `refused` as `render` does
 */
export function checkTemplate(language: Language, template: string, names: ReadonlyMap<string, boolean>): void {
  const unknown = namesIn(parseTemplate(template)).find((name) => !names.has(name))
  if (unknown !== undefined) throw refused(msg`The macro ${unknown} is not known`)
  // With all sections, and with those for what is missing.
  for (const value of ['x', ''])
    render(
      language,
      template,
      Object.fromEntries([...names].map(([name, several]) => [name, several ? (value ? [value] : []) : value])),
    )
}
