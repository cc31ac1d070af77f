import { parentPort, workerData } from 'node:worker_threads'
import { LangVariant, ParseError, parse } from 'sh-syntax'
import type { SyntaxMessage, SyntaxOrder } from './check.ts'

const variants = { posix: LangVariant.LangPOSIX, bash: LangVariant.LangBash, mksh: LangVariant.LangMirBSDKorn }

/** The thread of `check.ts`: a parser compiled to WebAssembly, which reaches nothing but its own memory. */
async function errorsOf({ script, dialect }: SyntaxOrder): Promise<SyntaxMessage> {
  try {
    await parse(script, { filepath: 'script', variant: variants[dialect], keepComments: false })
    return { errors: [] }
  } catch (fault) {
    if (fault instanceof ParseError && fault.Pos)
      return { errors: [{ line: fault.Pos.Line, column: fault.Pos.Col, message: fault.Text }] }
    // What another shell would take is told in a text alone.
    const [, line, column, message] = /^script:(\d+):(\d+): (.+)$/s.exec((fault as Error).message ?? '') ?? []
    return message ? { errors: [{ line: Number(line), column: Number(column), message }] } : { tooDeep: true }
  }
}

parentPort?.postMessage(await errorsOf(workerData as SyntaxOrder))
