import { msg } from '../../shared/text.ts'
import { invalidInput } from '../shared/errors.ts'
import type { Macro } from './index.ts'
import { MAX_MACRO_VALUE } from './kinds.ts'

/** Redefined values by the name of their macro: those that are shown, and secrets. */
export type Redefined = { plain: Readonly<Record<string, string>>; secret: Readonly<Record<string, string>> }
/** What a body says of macros: a value, null for the one that the template has. */
export type Redefinition = Readonly<Record<string, string | number | boolean | null>>

const invalid = (name: string, words: ReturnType<typeof msg>) =>
  invalidInput(msg`macro ${name}: ${words}`, `macro.${name}`)

/** A value that was a secret once is never shown, whatever its macro is by now. */
const isSecret = (macro: Macro, { secret }: Redefined) => macro.secret || Object.hasOwn(secret, macro.name)

/**
 * The redefined values after a change. Macros that it does not name stay; the empty text that a secret is shown as leaves it as it is.
 * @throws PanelError `invalid_input` for a macro that the template does not have, and a value that is none
 */
export function redefine(macros: readonly Macro[], before: Redefined, change: Redefinition): Redefined {
  const plain = new Map(Object.entries(before.plain))
  const secret = new Map(Object.entries(before.secret))
  for (const [name, given] of Object.entries(change)) {
    const macro = macros.find((one) => one.name === name)
    if (!macro) throw invalid(name, msg`the template has no such macro`)
    const hidden = isSecret(macro, before)
    if (given === null) {
      plain.delete(name)
      secret.delete(name)
      continue
    }
    const value = String(given)
    if (value.length > MAX_MACRO_VALUE) throw invalid(name, msg`at most ${MAX_MACRO_VALUE} characters`)
    if (/[\0\p{Cs}]/u.test(value)) throw invalid(name, msg`a text without null characters and halves of characters`)
    if (!hidden) plain.set(name, value)
    else if (value !== '') {
      plain.delete(name)
      secret.set(name, value)
    }
  }
  return { plain: Object.fromEntries(plain), secret: Object.fromEntries(secret) }
}

/** The same values once macros became secrets: what was shown until now is no more. */
export function hideSecrets(macros: readonly Macro[], { plain, secret }: Redefined): Redefined {
  const hidden = macros.filter((one) => one.secret && Object.hasOwn(plain, one.name)).map(({ name }) => name)
  if (hidden.length === 0) return { plain, secret }
  const moved = Object.fromEntries(hidden.map((name) => [name, plain[name] ?? '']))
  const left = Object.entries(plain).filter(([name]) => !hidden.includes(name))
  return { plain: Object.fromEntries(left), secret: { ...moved, ...secret } }
}

/** The value of each macro of a template: redefined, or as it comes with it. */
export const macroValues = (macros: readonly Macro[], { plain, secret }: Redefined): Record<string, string> =>
  Object.fromEntries(
    macros.map(({ name, default: own }) => [
      name,
      Object.hasOwn(secret, name)
        ? (secret[name] as string)
        : Object.hasOwn(plain, name)
          ? (plain[name] as string)
          : own,
    ]),
  )
