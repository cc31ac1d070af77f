import { XMLBuilder } from 'fast-xml-parser'
import { invalidInput } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'

/** An element: attributes are written as `@name`, text as `#text`. */
export type XmlNode = { [name: string]: XmlValue | XmlValue[] }
export type XmlValue = string | XmlNode

// A value "true" must stay a value, so boolean attributes are off.
const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  suppressBooleanAttributes: false,
  suppressEmptyNode: true,
})

/** XML 1.0 cannot carry these at all, and turns line ends in attributes into spaces: refused instead of changed. */
function assertText(node: XmlValue | XmlValue[]): void {
  if (Array.isArray(node)) for (const item of node) assertText(item)
  else if (typeof node === 'object') for (const item of Object.values(node)) assertText(item)
  else if (/[\p{Cc}\p{Cs}\ufffe\uffff]/u.test(node)) {
    throw invalidInput(msg`Control characters cannot be used here`, node.slice(0, 100))
  }
}

/** The text of a document. @throws PanelError invalid_input for control characters */
export function buildXml(root: XmlNode): string {
  assertText(root)
  return builder.build(root)
}
