import { fileURLToPath } from 'node:url'
import * as ast from 'typescript/unstable/ast'
import * as is from 'typescript/unstable/ast/is'
import type { Checker, Symbol as Named, Project } from 'typescript/unstable/sync'

export type Func =
  | ast.FunctionDeclaration
  | ast.ArrowFunction
  | ast.FunctionExpression
  | ast.MethodDeclaration
  | ast.ConstructorDeclaration
export type Call = ast.CallExpression | ast.NewExpression

/** The folder of the project, with a slash at its end. */
export const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The sources as the compiler knows them: what a name stands for, and who calls a function. */
export class Sources {
  readonly files: readonly ast.SourceFile[]
  readonly #project: Project
  readonly #checker: Checker
  readonly #callers = new Map<ast.Node, Call[]>()

  /** @param isMeant of a file's name, from the project's folder on */
  constructor(project: Project, isMeant: (name: string) => boolean) {
    this.#project = project
    this.#checker = project.checker
    this.files = project.program
      .getSourceFileNames()
      .filter((name) => name.startsWith(root) && isMeant(name.slice(root.length)))
      .map((name) => project.program.getSourceFile(name))
      .filter((file) => file !== undefined)
    this.#index()
  }

  /** Calls of a function or constructor in these files. */
  callersOf(func: Func): readonly Call[] {
    return this.#callers.get(func) ?? []
  }

  /** Where a name is declared, through imports. */
  declarationOf(name: ast.Node): ast.Node | undefined {
    const { parent } = name
    return this.#declared(
      is.isShorthandPropertyAssignment(parent)
        ? this.#checker.getShorthandAssignmentValueSymbol(parent)
        : this.#checker.getSymbolAtLocation(name),
    )
  }

  /** The function of ours that a call calls. */
  calledBy(call: ast.CallExpression): Func | undefined {
    const declared = this.declarationOf(nameOf(call))
    const func = declared && functionOf(declared)
    return func?.getSourceFile().fileName.startsWith(`${root}server/`) ? func : undefined
  }

  #index() {
    const calls: Call[] = []
    const visit = (node: ast.Node): void => {
      if (is.isCallExpression(node) || is.isNewExpression(node)) calls.push(node)
      node.forEachChild(visit)
    }
    for (const file of this.files) visit(file)
    const symbols = this.#checker.getSymbolAtLocation(calls.map(nameOf))
    for (const [n, call] of calls.entries()) {
      const declared = this.#declared(symbols[n])
      const func = declared && functionOf(declared)
      if (func) this.#callers.set(func, [...(this.#callers.get(func) ?? []), call])
    }
  }

  #declared(symbol: Named | undefined): ast.Node | undefined {
    const kind = symbol?.declarations[0]?.kind
    const isImported = kind === ast.SyntaxKind.ImportSpecifier || kind === ast.SyntaxKind.ImportClause
    const real = symbol && isImported ? this.#checker.getAliasedSymbol(symbol) : symbol
    return real?.declarations[0]?.resolve(this.#project)
  }
}

const nameOf = ({ expression }: Call): ast.Node =>
  is.isPropertyAccessExpression(expression) ? expression.name : expression

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

/** What a function returns at its several ends. */
export function returnsOf(block: ast.Node): ast.Expression[] {
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
