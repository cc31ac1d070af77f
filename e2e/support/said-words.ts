import { fileURLToPath } from 'node:url'
import * as ast from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import { API, type Checker, type Project } from 'typescript/unstable/sync'

/** What can be said at one place of the sources: the sentence with `{0}`, `{1}` for what is filled in, and where. */
export type Said = { template: string; at: string }

/** A text in pieces: strings are said as they are, null is a hole. */
type Pieces = readonly (string | null)[]
type Func =
  | ast.FunctionDeclaration
  | ast.ArrowFunction
  | ast.FunctionExpression
  | ast.MethodDeclaration
  | ast.ConstructorDeclaration
type Bound = ReadonlyMap<ast.Node, ast.CallExpression | ast.NewExpression>

/** Thrown when a text depends on what a function is called with. */
class NeedsCallers extends Error {
  readonly func: Func
  constructor(func: Func) {
    super('needs callers')
    this.func = func
  }
}

/** What ends a text of a device that was cut off; it belongs to what is filled in. */
const CUT = '…'
const HOLE: readonly Pieces[] = [[null]]
/** An empty text stands for something that is only known later. */
const saysSomething = (pieces: Pieces) => pieces.some((piece) => piece !== '')
/** More variants than these are no longer words but data. */
const MOST_VARIANTS = 60
const MOST_BOUND = 4

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Classes whose instances carry words to people, and which argument is the words. */
export type Classes = Readonly<Record<string, number>>

/**
 * Collects what the server says to people: the words of errors of the given classes, whatever helpers they come
 * through, refusals in tables of states, and messages of schemas.
 */
export function collectSaid(classes: Classes): Said[] {
  const api = new API({ cwd: root })
  try {
    const project = api.updateSnapshot({ openProjects: [`${root}tsconfig.json`] }).getProjects()[0]
    if (!project) throw new Error('tsconfig.json cannot be opened')
    return new Collector(project, classes).collect()
  } finally {
    api.close()
  }
}

class Collector {
  readonly #checker: Checker
  readonly #project: Project
  readonly #classes: Classes
  readonly #files: ast.SourceFile[]
  /** Calls by the declaration of what is called. */
  readonly #calls = new Map<ast.Node, (ast.CallExpression | ast.NewExpression)[]>()

  constructor(project: Project, classes: Classes) {
    this.#project = project
    this.#checker = project.checker
    this.#classes = classes
    this.#files = project.program
      .getSourceFileNames()
      .filter((name) => name.startsWith(`${root}server/`) && !elsewhere.test(name.slice(`${root}server/`.length)))
      .map((name) => project.program.getSourceFile(name))
      .filter((file) => file !== undefined)
  }

  collect(): Said[] {
    const words: ast.Expression[] = []
    const calls: (ast.CallExpression | ast.NewExpression)[] = []
    const visit = (node: ast.Node): void => {
      if (is.isCallExpression(node) || is.isNewExpression(node)) calls.push(node)
      words.push(...this.#wordsIn(node))
      node.forEachChild(visit)
    }
    for (const file of this.#files) visit(file)
    this.#index(calls)
    return words.flatMap((expression) => {
      const file = expression.getSourceFile()
      const at = file.fileName.slice(root.length)
      const templates = new Set(this.#said(expression).map(templateOf))
      // Spaces at the end or beside each other: a name is empty that never is.
      return [...templates].filter((one) => !/ $| {2}/.test(one)).map((template) => ({ template, at }))
    })
  }

  #wordsIn(node: ast.Node): ast.Expression[] {
    if (is.isNewExpression(node) && is.isIdentifier(node.expression)) {
      const index = this.#classes[node.expression.text]
      const argument = index === undefined ? undefined : node.arguments?.[index]
      return argument ? [argument] : []
    }
    if (is.isPropertyAssignment(node) && is.isIdentifier(node.name) && wordKeys.has(node.name.text)) {
      if (isLogEntry(node)) return []
      const text = node.initializer
      if (is.isArrowFunction(text)) return is.isBlock(text.body) ? [] : [text.body as ast.Expression]
      return [text]
    }
    if (is.isShorthandPropertyAssignment(node) && wordKeys.has(node.name.text))
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

  #index(calls: readonly (ast.CallExpression | ast.NewExpression)[]) {
    const names = calls.map(({ expression }) =>
      is.isPropertyAccessExpression(expression) ? expression.name : expression,
    )
    const symbols = this.#checker.getSymbolAtLocation(names as ast.Node[])
    calls.forEach((call, i) => {
      const declared = this.#declaration(symbols[i])
      if (!declared) return
      const func = functionOf(declared)
      if (!func) return
      const known = this.#calls.get(func)
      if (known) known.push(call)
      else this.#calls.set(func, [call])
    })
  }

  #declaration(symbol: ReturnType<Checker['getSymbolAtLocation']> | undefined): ast.Node | undefined {
    if (!symbol) return undefined
    let real = symbol as {
      flags: number
      declarations: readonly { kind: number; resolve(p: Project): ast.Node | undefined }[]
    }
    const first = real.declarations[0]
    if (first && (first.kind === ast.SyntaxKind.ImportSpecifier || first.kind === ast.SyntaxKind.ImportClause))
      real = this.#checker.getAliasedSymbol(symbol as never) as never
    const found = real.declarations[0]
    return found?.resolve(this.#project)
  }

  /** All that an expression may say, whoever calls the functions it stands in. */
  #said(expression: ast.Expression): Pieces[] {
    const open: Bound[] = [new Map()]
    const said: Pieces[] = []
    for (let bound = open.pop(); bound; bound = open.pop()) {
      try {
        said.push(...this.#read(expression, bound, 0))
      } catch (thrown) {
        if (!(thrown instanceof NeedsCallers)) throw thrown
        const { func } = thrown
        const callers = this.#calls.get(func) ?? []
        for (const call of callers) open.push(new Map([...bound, [func, call]]))
      }
    }
    return said
  }

  #read(node: ast.Expression, bound: Bound, depth: number): readonly Pieces[] {
    if (depth > 12) return HOLE
    const next = (one: ast.Expression) => this.#read(one, bound, depth + 1)
    if (is.isStringLiteral(node) || is.isNoSubstitutionTemplateLiteral(node)) return [[node.text]]
    if (
      is.isParenthesizedExpression(node) ||
      is.isAsExpression(node) ||
      is.isSatisfiesExpression(node) ||
      is.isNonNullExpression(node)
    )
      return next(node.expression)
    if (is.isTemplateExpression(node))
      return product([
        [[node.head.text]],
        ...node.templateSpans.flatMap((span) => [next(span.expression), [[span.literal.text]]]),
      ])
    if (is.isBinaryExpression(node)) {
      const operator = node.operatorToken.kind
      if (operator === ast.SyntaxKind.PlusToken) return product([next(node.left), next(node.right)])
      if (operator === ast.SyntaxKind.QuestionQuestionToken || operator === ast.SyntaxKind.BarBarToken)
        return [...next(node.left), ...next(node.right).filter(saysSomething)]
      return HOLE
    }
    if (is.isConditionalExpression(node)) return [...next(node.whenTrue), ...next(node.whenFalse)]
    if (is.isIdentifier(node)) return this.#identifier(node, bound, depth)
    if (is.isElementAccessExpression(node)) return this.#tableOf(node.expression, bound, depth) ?? HOLE
    if (is.isPropertyAccessExpression(node)) {
      const declared = this.#declaration(this.#checker.getSymbolAtLocation(node.name))
      return declared && is.isPropertyAssignment(declared) ? next(declared.initializer) : HOLE
    }
    if (is.isCallExpression(node)) return this.#call(node, bound, depth)
    return HOLE
  }

  #identifier(node: ast.Identifier, bound: Bound, depth: number): readonly Pieces[] {
    const symbol = is.isShorthandPropertyAssignment(node.parent)
      ? this.#checker.getShorthandAssignmentValueSymbol(node.parent)
      : this.#checker.getSymbolAtLocation(node)
    const declared = this.#declaration(symbol)
    if (!declared) return HOLE
    if (is.isVariableDeclaration(declared) && declared.initializer) {
      const said = this.#read(declared.initializer, bound, depth + 1)
      return said.some(saysSomething) ? said : HOLE
    }
    if (!is.isParameterDeclaration(declared)) return HOLE
    const func = declared.parent as Func
    const index = func.parameters.indexOf(declared)
    const call = bound.get(func)
    if (call) {
      const argument = call.arguments?.[index]
      if (argument) return this.#read(argument, bound, depth + 1)
      return declared.initializer ? this.#read(declared.initializer, bound, depth + 1) : [['']]
    }
    const { type } = declared
    if (type && type.kind !== ast.SyntaxKind.StringKeyword && !is.isUnionTypeNode(type)) return HOLE
    if (bound.size >= MOST_BOUND || !this.#calls.has(func)) return HOLE
    throw new NeedsCallers(func)
  }

  /** The words of a table `const words = { a: '…' }` that something chooses from. */
  #tableOf(node: ast.Expression, bound: Bound, depth: number): readonly Pieces[] | undefined {
    const object = this.#literalOf(node)
    if (!object) return undefined
    const values = object.properties.flatMap((one) => (is.isPropertyAssignment(one) ? [one.initializer] : []))
    return values.flatMap((value) =>
      this.#read(
        is.isArrowFunction(value) && !is.isBlock(value.body) ? (value.body as ast.Expression) : value,
        bound,
        depth + 1,
      ),
    )
  }

  #literalOf(node: ast.Expression): ast.ObjectLiteralExpression | undefined {
    let real: ast.Node | undefined = node
    if (is.isIdentifier(node)) {
      const declared = this.#declaration(this.#checker.getSymbolAtLocation(node))
      real = declared && is.isVariableDeclaration(declared) ? declared.initializer : undefined
    }
    while (real && (is.isAsExpression(real) || is.isSatisfiesExpression(real) || is.isParenthesizedExpression(real)))
      real = real.expression
    return real && is.isObjectLiteralExpression(real) ? real : undefined
  }

  #call(node: ast.CallExpression, bound: Bound, depth: number): readonly Pieces[] {
    if (is.isElementAccessExpression(node.expression))
      return this.#tableOf(node.expression.expression, bound, depth) ?? HOLE
    const name = is.isPropertyAccessExpression(node.expression) ? node.expression.name : node.expression
    const declared = this.#declaration(this.#checker.getSymbolAtLocation(name))
    const func = declared && functionOf(declared)
    if (!func?.body || bound.has(func) || !func.getSourceFile().fileName.startsWith(`${root}server/`)) return HOLE
    const inside: Bound = new Map([...bound, [func, node]])
    const results = is.isBlock(func.body) ? returnsOf(func.body) : [func.body as ast.Expression]
    const said = results.flatMap((one) => this.#read(one, inside, depth + 1))
    if (said.length === 0 || said.length > MOST_VARIANTS) return HOLE
    return said.every(saysSomething) ? said : [...said.filter(saysSomething), ...HOLE]
  }
}

/** Properties that carry words: of schemas and their issues, of tables of states and of errors, of verdicts. */
const wordKeys: ReadonlySet<string> = new Set(['error', 'message', 'refusal', 'words', 'reason', 'say'])
/** Functions that answer words which are put into a sentence in ways that cannot be followed. */
const wordFunctions: ReadonlySet<string> = new Set(['obstacleWords', 'curvePoint'])
/** What never reaches a person of the panel: starting it, its own peers for tests, what is said to the browser's programs. */
const elsewhere =
  /\.test\.|^(cli|proxy|protocols\/rfb\/(server|client-messages|pixel)|protocols\/.*\/peer|protocols\/libvirt\/recorded)|\/(testing|simulated)/
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

function functionOf(node: ast.Node): Func | undefined {
  if (is.isFunctionDeclaration(node) || is.isMethodDeclaration(node) || is.isArrowFunction(node)) return node
  if (is.isVariableDeclaration(node) || is.isPropertyDeclaration(node) || is.isPropertyAssignment(node)) {
    const { initializer } = node
    return initializer && (is.isArrowFunction(initializer) || is.isFunctionExpression(initializer))
      ? initializer
      : undefined
  }
  if (is.isClassDeclaration(node)) return node.members.find((member) => is.isConstructorDeclaration(member))
  return undefined
}

function returnsOf(block: ast.Node): ast.Expression[] {
  const found: ast.Expression[] = []
  const visit = (node: ast.Node): void => {
    if (is.isReturnStatement(node)) {
      if (node.expression) found.push(node.expression)
    } else if (!is.isArrowFunction(node) && !is.isFunctionExpression(node) && !is.isFunctionDeclaration(node))
      node.forEachChild(visit)
  }
  visit(block)
  return found
}

/** All ways to put one of each side by side. */
function product(sides: readonly (readonly Pieces[])[]): readonly Pieces[] {
  let all: Pieces[] = [[]]
  for (const side of sides) {
    const known = side.length * all.length > MOST_VARIANTS ? HOLE : side
    all = all.flatMap((before) => known.map((one) => [...before, ...one]))
  }
  return all
}

function templateOf(pieces: Pieces): string {
  let holes = 0
  let text = ''
  let afterHole = false
  for (const piece of pieces) {
    if (piece === null) {
      if (!afterHole) text += `{${holes++}}`
      afterHole = true
    } else if (piece && !(afterHole && piece === CUT)) {
      text += afterHole && piece.startsWith(CUT) ? piece.slice(CUT.length) : piece
      afterHole = false
    }
  }
  return text
}
