import { msg } from '../../shared/text.ts'
import { refused } from '../shared/errors.ts'

/** A place for a value: `{{name}}`, or `.` for the entry of the list around it; `sh`: `{{name|sh}}`, as a word for a shell. */
export type Hole = { name: string; sh: boolean }
/** `{{#name}}…{{/name}}`: once for each value; `not`, `{{^name}}…{{/name}}`: once when there is none. */
export type Section = { name: string; not: boolean; inner: Part[] }
export type Part = string | Hole | { section: Section }

const MAX_DEPTH = 8
const MARK = /\{\{(.*?)\}\}/gs
const TAG = /^(?:([#^/])([A-Za-z][A-Za-z0-9_]{0,63})|([A-Za-z][A-Za-z0-9_]{0,63}|\.)(\|sh)?)$/

/**
 * Takes a template apart. It has values and lists, and no logic.
 * @throws PanelError `refused` where braces are no macro, or sections do not match
 */
export function parseTemplate(text: string): Part[] {
  const open: { parts: Part[]; section: Section | null }[] = [{ parts: [], section: null }]
  const top = () => open.at(-1) as (typeof open)[number]
  const add = (words: string) => {
    const stray = /\{\{|\}\}/.exec(words)
    if (stray) throw refused(msg`${around(words, stray.index)} is no macro`)
    if (words !== '') top().parts.push(words)
  }
  let at = 0
  for (const mark of text.matchAll(MARK)) {
    add(text.slice(at, mark.index))
    at = mark.index + mark[0].length
    const tag = TAG.exec(mark[1] ?? '')
    if (!tag) throw refused(msg`${around(mark[0], 0)} is no macro`)
    const [, sign, section = '', name = '', sh] = tag
    if (sign === undefined) top().parts.push({ name, sh: sh !== undefined })
    else if (sign === '/') close(section)
    else begin({ name: section, not: sign === '^', inner: [] })
  }
  add(text.slice(at))
  const left = top().section
  if (left) throw refused(msg`The section ${left.name} does not end`)
  return top().parts

  function begin(section: Section) {
    if (open.length > MAX_DEPTH) throw refused(msg`More than ${MAX_DEPTH} sections within each other`)
    top().parts.push({ section })
    open.push({ parts: section.inner, section })
  }
  function close(name: string) {
    if (top().section?.name !== name) throw refused(msg`The section ${name} ends where it did not begin`)
    open.pop()
  }
}

const around = (text: string, at: number) => JSON.stringify(text.slice(at, at + 40))

/** Names of macros that a template has, in sections and as sections; each once. */
export function namesIn(parts: readonly Part[]): string[] {
  const names = parts.flatMap((part): string[] => {
    if (typeof part === 'string') return []
    if ('section' in part) return [part.section.name, ...namesIn(part.section.inner)]
    return part.name === '.' ? [] : [part.name]
  })
  return [...new Set(names)]
}
