import * as ast from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import { hole, MOST_VARIANTS, type Pieces, product, saysSomething } from './pieces.ts'
import { type Call, type Func, returnsOf, type Sources } from './sources.ts'

/** Which call of a function is looked at. */
type Bound = ReadonlyMap<ast.Node, Call>
const MOST_BOUND = 4
const DEEPEST = 12

/** Thrown when a text depends on what a function is called with. */
class NeedsCallers extends Error {
  readonly func: Func
  constructor(func: Func) {
    super('needs callers')
    this.func = func
  }
}

/** Follows expressions to the texts they may have: through names, tables, helpers and what these are called with. */
export class Texts {
  readonly #sources: Sources

  constructor(sources: Sources) {
    this.#sources = sources
  }

  /** All that an expression may say, whoever calls the functions it stands in. */
  said(expression: ast.Expression): Pieces[] {
    const open: Bound[] = [new Map()]
    const said: Pieces[] = []
    for (let bound = open.pop(); bound; bound = open.pop()) {
      try {
        said.push(...this.#read(expression, bound, 0))
      } catch (thrown) {
        if (!(thrown instanceof NeedsCallers)) throw thrown
        const { func } = thrown
        for (const call of this.#sources.callersOf(func)) open.push(new Map([...bound, [func, call]]))
      }
    }
    return said
  }

  #read(node: ast.Expression, bound: Bound, depth: number): readonly Pieces[] {
    if (depth > DEEPEST) return hole
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
      return hole
    }
    if (is.isConditionalExpression(node)) return [...next(node.whenTrue), ...next(node.whenFalse)]
    if (is.isIdentifier(node)) return this.#identifier(node, bound, depth)
    if (is.isElementAccessExpression(node)) return this.#tableOf(node.expression, bound, depth) ?? hole
    if (is.isPropertyAccessExpression(node)) {
      const declared = this.#sources.declarationOf(node.name)
      return declared && is.isPropertyAssignment(declared) ? next(declared.initializer) : hole
    }
    if (is.isCallExpression(node)) return this.#call(node, bound, depth)
    return hole
  }

  #identifier(node: ast.Identifier, bound: Bound, depth: number): readonly Pieces[] {
    const declared = this.#sources.declarationOf(node)
    if (!declared) return hole
    if (is.isVariableDeclaration(declared) && declared.initializer) {
      const said = this.#read(declared.initializer, bound, depth + 1)
      return said.some(saysSomething) ? said : hole
    }
    if (!is.isParameterDeclaration(declared)) return hole
    const func = declared.parent as Func
    const index = func.parameters.indexOf(declared)
    const call = bound.get(func)
    if (call) {
      const argument = call.arguments?.[index]
      if (argument) return this.#read(argument, bound, depth + 1)
      return declared.initializer ? this.#read(declared.initializer, bound, depth + 1) : [['']]
    }
    const { type } = declared
    if (type && type.kind !== ast.SyntaxKind.StringKeyword && !is.isUnionTypeNode(type)) return hole
    if (bound.size >= MOST_BOUND || this.#sources.callersOf(func).length === 0) return hole
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
      const declared = this.#sources.declarationOf(node)
      real = declared && is.isVariableDeclaration(declared) ? declared.initializer : undefined
    }
    while (real && (is.isAsExpression(real) || is.isSatisfiesExpression(real) || is.isParenthesizedExpression(real)))
      real = real.expression
    return real && is.isObjectLiteralExpression(real) ? real : undefined
  }

  #call(node: ast.CallExpression, bound: Bound, depth: number): readonly Pieces[] {
    if (is.isElementAccessExpression(node.expression))
      return this.#tableOf(node.expression.expression, bound, depth) ?? hole
    const func = this.#sources.calledBy(node)
    if (!func?.body || bound.has(func)) return hole
    const inside: Bound = new Map([...bound, [func, node]])
    const results = is.isBlock(func.body) ? returnsOf(func.body) : [func.body as ast.Expression]
    const said = results.flatMap((one) => this.#read(one, inside, depth + 1))
    if (said.length === 0 || said.length > MOST_VARIANTS) return hole
    return said.every(saysSomething) ? said : [...said.filter(saysSomething), ...hole]
  }
}
