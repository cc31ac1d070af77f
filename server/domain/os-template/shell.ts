import { msg } from '../../shared/text.ts'
import { refused } from '../shared/errors.ts'

/** One word for a POSIX shell. */
export const shellWord = (value: string): string => `'${value.replaceAll("'", "'\\''")}'`

/**
 * Follows the quotes of a shell's text, so that a value is put only where its own quotes hold: outside of quotes and comments. What
 * it cannot follow (here-documents, `…`, arithmetic, expansions within quotes) ends it: macros are to stand before that.
 */
export class ShellPlace {
  #quote: '' | "'" | '"' | '#' = ''
  #escaped = false
  #lost: string | null = null
  #before = '\n'

  /** Goes on over text of the template. */
  text(words: string): void {
    for (let at = 0; at < words.length && this.#lost === null; at++) this.#character(words, at)
  }

  #character(words: string, at: number): void {
    const sign = words[at] as string
    const before = this.#before
    if (this.#escaped) {
      this.#escaped = false
      // A line that goes on is as if it had no end; any other sign is a letter now.
      if (sign !== '\n') this.#before = 'x'
      return
    }
    if (sign === '\\' && (this.#quote === '' || this.#quote === '"')) {
      this.#escaped = true
      return
    }
    this.#before = sign
    if (this.#quote === '#') {
      if (sign === '\n') this.#quote = ''
    } else if (this.#quote === "'") {
      if (sign === "'") this.#quote = ''
    } else if (sign === '`') this.#lost = '`'
    else if (this.#quote === '"') {
      if (sign === '"') this.#quote = ''
      else if (before === '$' && '({['.includes(sign)) this.#lost = `"$${sign}`
    } else if (before === '$' && `'"[`.includes(sign)) this.#lost = `$${sign}`
    else if (sign === "'" || sign === '"') this.#quote = sign
    else if (sign === '<' && before === '<') this.#lost = '<<'
    else if (sign === '(' && before === '(') this.#lost = '(('
    else if (sign === '#' && /[\s;&|()]/.test(before)) this.#quote = '#'
  }

  /**
   * A value's place has come.
   * @throws PanelError `refused` where its quotes would not hold
   */
  value(name: string): void {
    if (this.#lost !== null)
      throw refused(msg`The macro ${name} stands behind ${this.#lost} in a script: assign it to a variable before that`)
    if (this.#quote !== '' || this.#escaped)
      throw refused(
        msg`The macro ${name} stands within quotes or a comment of a script: assign it to a variable outside of them`,
      )
    // `$` would make another kind of quote of the value's.
    if (this.#before === '$') throw refused(msg`The macro ${name} stands behind $ in a script`)
    this.#before = 'x'
  }
}
