import type { OsTemplate } from '../../server/domain/os-template/schema.ts'

export type Macro = OsTemplate['macros'][number]
/** What is typed: values that are shown, and secrets, which begin empty. A secret that is null becomes the repository's. */
export type MacroValues = { plain: Record<string, string>; secret: Record<string, string | null> }

type Template = Pick<OsTemplate, 'macros' | 'macro'>

/** A macro is redefined when the record has it, secret ones without their value. */
export const isRedefined = ({ macro }: Pick<Template, 'macro'>, name: string): boolean => Object.hasOwn(macro, name)

/** Secret now, or a secret once: the record has an empty text for it, and what it is stays hidden. */
export const isHidden = (template: Template, { name, secret, default: own }: Macro): boolean =>
  secret || (isRedefined(template, name) && template.macro[name] === '' && own !== '')

const shown = (template: Template, { name, default: own }: Macro): string =>
  isRedefined(template, name) ? (template.macro[name] ?? '') : own

/** What a form begins with. */
export const macroValues = (template: Template): MacroValues => ({
  plain: Object.fromEntries(
    template.macros.filter((one) => !isHidden(template, one)).map((one) => [one.name, shown(template, one)]),
  ),
  secret: Object.fromEntries(template.macros.filter((one) => isHidden(template, one)).map(({ name }) => [name, ''])),
})

/** What a request says of what was typed: only what differs; null for what is to be as the repository has it. */
export function macroChanges(template: Template, { plain, secret }: MacroValues): Record<string, string | null> {
  const changes: Record<string, string | null> = {}
  for (const macro of template.macros) {
    const { name } = macro
    if (isHidden(template, macro)) {
      const value = secret[name]
      if (value === null) {
        if (isRedefined(template, name)) changes[name] = null
      } else if (value) changes[name] = value
      continue
    }
    const value = plain[name]
    if (value === undefined || value === shown(template, macro)) continue
    changes[name] = value === macro.default ? null : value
  }
  return changes
}
