import type * as ast from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import { API } from 'typescript/unstable/sync'
import { templateOf } from './pieces.ts'
import { returnsOf, root, Sources } from './sources.ts'
import { Texts } from './texts.ts'

/** What can be said at one place of the sources: the sentence with `{0}`, `{1}` for what is filled in, and where. */
export type Said = { template: string; at: string }

/** Classes whose instances carry words to people, and which argument is the words. */
export type Classes = Readonly<Record<string, number>>

/**
 * Collects what the server says to people: the words of errors of the given classes, whatever helpers they come
 * through, refusals in tables of states, messages of schemas, and how far tasks are.
 */
export function collectSaid(classes: Classes): Said[] {
  const api = new API({ cwd: root })
  try {
    const project = api.updateSnapshot({ openProjects: [`${root}tsconfig.json`] }).getProjects()[0]
    if (!project) throw new Error('tsconfig.json cannot be opened')
    const sources = new Sources(project, (name) => name.startsWith('server/') && !elsewhere.test(name))
    const texts = new Texts(sources)
    const words: ast.Expression[] = []
    const visit = (node: ast.Node): void => {
      words.push(...wordsIn(node, classes))
      node.forEachChild(visit)
    }
    for (const file of sources.files) visit(file)
    return words.flatMap((expression) => {
      const at = expression.getSourceFile().fileName.slice(root.length)
      const templates = new Set(texts.said(expression).map(templateOf))
      // Spaces at the end or beside each other: a name is empty that never is.
      return [...templates].filter((one) => !/ $| {2}/.test(one)).map((template) => ({ template, at }))
    })
  } finally {
    api.close()
  }
}

/** Properties that carry words: of schemas and their issues, of tables of states and of errors, of verdicts. */
const wordKeys: ReadonlySet<string> = new Set(['error', 'message', 'refusal', 'words', 'reason', 'say'])
/** Functions that answer words which are put into a sentence in ways that cannot be followed. */
const wordFunctions: ReadonlySet<string> = new Set(['obstacleWords', 'curvePoint'])
/** What never reaches a person of the panel: starting it, its own peers for tests, what is said to the browser's programs. */
const elsewhere =
  /\.test\.|^server\/(cli|proxy|protocols\/rfb\/(server|client-messages|pixel)|protocols\/.*\/peer|protocols\/libvirt\/recorded)|\/(testing|simulated)/
/** Drivers and protocols know texts that are entries of a device's log. */
const isLogEntry = (node: ast.PropertyAssignment | ast.ShorthandPropertyAssignment): boolean =>
  ['message', 'words'].includes(node.name.getText()) &&
  /\/server\/(drivers|protocols)\//.test(node.getSourceFile().fileName)

/** Calls of schemas with words of their own. */
const schemaCalls: ReadonlySet<string> = new Set([
  'refine',
  'regex',
  'min',
  'max',
  'length',
  'check',
  'startsWith',
  'endsWith',
  'gte',
  'lte',
])

/** Expressions of a node that are words for people. */
function wordsIn(node: ast.Node, classes: Classes): ast.Expression[] {
  if (is.isNewExpression(node) && is.isIdentifier(node.expression)) {
    const index = classes[node.expression.text]
    const argument = index === undefined ? undefined : node.arguments?.[index]
    return argument ? [argument] : []
  }
  if (is.isPropertyAssignment(node) && is.isIdentifier(node.name) && wordKeys.has(node.name.text)) {
    if (isLogEntry(node)) return []
    const text = node.initializer
    if (is.isArrowFunction(text)) return is.isBlock(text.body) ? [] : [text.body as ast.Expression]
    return [text]
  }
  if (is.isShorthandPropertyAssignment(node) && is.isIdentifier(node.name) && wordKeys.has(node.name.text))
    return isLogEntry(node) ? [] : [node.name]
  if (is.isFunctionDeclaration(node) && node.body && node.name && wordFunctions.has(node.name.text))
    return returnsOf(node.body)
  if (is.isCallExpression(node) && is.isPropertyAccessExpression(node.expression)) {
    if (node.expression.name.text === 'progress') return node.arguments.slice(1, 2)
    if (!schemaCalls.has(node.expression.name.text)) return []
    return node.arguments.slice(1).filter((one) => is.isStringLiteral(one) || is.isTemplateExpression(one))
  }
  return []
}
