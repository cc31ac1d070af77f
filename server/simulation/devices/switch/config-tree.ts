import type { XmlElement } from '../../../protocols/netconf/xml.ts'

/** An error as a NETCONF server sends it (RFC 6241, appendix A). */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
  readonly tag: string

  constructor(tag: string, message: string) {
    super(message)
    this.tag = tag
  }
}

/** Entries of lists are identified by their `name`, leaf lists by their text. */
const leafLists = new Set(['members'])
const keyOf = (element: XmlElement) => element.children.find((each) => each.name === 'name')?.text.trim()

function same(a: XmlElement, b: XmlElement): boolean {
  if (a.name !== b.name) return false
  if (leafLists.has(a.name)) return a.text.trim() === b.text.trim()
  return keyOf(a) === keyOf(b)
}

export const copyOf = (element: XmlElement): XmlElement => ({
  ...element,
  attributes: {},
  children: element.children.filter((each) => each.attributes.operation !== 'delete').map(copyOf),
})

/** Edits a tree in place as edit-config does (RFC 6241, 7.2): merge, replace, create, delete. @throws ConfigError */
export function editTree(target: XmlElement, edit: XmlElement): void {
  for (const part of edit.children) {
    const operation = part.attributes.operation ?? 'merge'
    const found = target.children.find((each) => same(each, part))
    if (operation === 'delete' || operation === 'remove') {
      if (!found && operation === 'delete') throw new ConfigError('data-missing', `statement not found: ${part.name}`)
      target.children = target.children.filter((each) => each !== found)
    } else if (operation === 'create' && found) {
      throw new ConfigError('data-exists', `statement exists: ${part.name}`)
    } else if (!found) {
      target.children.push(copyOf(part))
    } else if (operation === 'replace') {
      Object.assign(found, copyOf(part))
    } else if (part.children.length === 0) {
      found.text = part.text
    } else {
      editTree(found, part)
    }
  }
}
