import { initTRPC, TRPCError, type TRPCMutationProcedure, type TRPCQueryProcedure } from '@trpc/server'
import { type ErrorBody, errorTable, invalidInput, PanelError } from '../domain/shared/errors.ts'
import { msg, quote, type TextRecord } from '../shared/text.ts'
import { type Caller, call } from './call.ts'
import { type AnyEndpoint, operationName, RawJson } from './endpoint.ts'
import type { RawTexts } from './raw-texts.ts'
import { toPanelError } from './to-panel-error.ts'

/** Operations of one service by resource and name: `vm.host.start`. */
export type Tree = { [name: string]: Tree | AnyEndpoint }

type ProcedureOf<E> = E extends { method: infer M; types?: { input: infer I; output: infer O } }
  ? M extends 'GET'
    ? TRPCQueryProcedure<{ input: IfEmpty<I>; output: O; meta: unknown }>
    : TRPCMutationProcedure<{ input: IfEmpty<I>; output: O; meta: unknown }>
  : never
/** Operations without any required part are called without an argument. */
type IfEmpty<I> = object extends I ? I | undefined : I
type RecordOf<T> = { [K in keyof T]: T[K] extends AnyEndpoint ? ProcedureOf<T[K]> : RecordOf<T[K]> }

/** Who calls, and where lists of the answer are kept, which are not to be parsed here. */
export type TrpcContext = Caller & { texts: RawTexts }

const t = initTRPC.context<TrpcContext>().create({
  errorFormatter: ({ shape, error }) => ({
    ...shape,
    data: {
      code: shape.data.code,
      httpStatus: shape.data.httpStatus,
      panel: panelOf(ofTrpc(error)),
    },
  }),
})

/** An error as REST has it, and its sentence apart from its values: pages translate it. */
const panelOf = (error: PanelError): ErrorBody['error'] & { text: TextRecord } => ({
  ...error.toBody().error,
  text: error.text,
})

/** What tRPC itself refuses (no such procedure, a broken envelope) is the caller's fault, not the panel's. */
function ofTrpc(error: TRPCError): PanelError {
  if (error.cause instanceof PanelError || error.code === 'INTERNAL_SERVER_ERROR') return PanelError.from(error.cause)
  if (error.code === 'NOT_FOUND') return new PanelError('no_handler', msg`This operation does not exist`)
  return invalidInput(quote(error.message))
}

/** The tRPC router of a tree of operations, with its types. */
export function toRouter<T extends Tree>(tree: T) {
  return t.router(toRecord(tree) as RecordOf<T>)
}

function toRecord(tree: Tree): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(tree).map(([name, item]) => [name, isEndpoint(item) ? procedure(item) : toRecord(item)]),
  )
}

export const isEndpoint = (item: Tree | AnyEndpoint): item is AnyEndpoint => typeof item.run === 'function'

type Input = { params?: unknown; query?: unknown; body?: unknown; if_match?: number } | undefined

function procedure(e: AnyEndpoint) {
  const base = t.procedure.input((value: unknown) => value as Input)
  const resolve = async ({ ctx, input }: { ctx: TrpcContext; input: Input }) => {
    try {
      if (e.sendsFile) throw new PanelError('no_handler', msg`Files are downloaded over REST`)
      const caller = { ...ctx, expectedVersion: input?.if_match ?? null }
      const { answer } = await call(e, caller, { params: input?.params, query: input?.query, body: input?.body })
      return answer instanceof RawJson ? ctx.texts.keep(answer) : (answer ?? {})
    } catch (thrown) {
      throw asTrpc(thrown, operationName(e))
    }
  }
  return e.method === 'GET' ? base.query(resolve) : base.mutation(resolve)
}

/** A fault of an operation, or of what precedes it, in tRPC's form. */
export function asTrpc(thrown: unknown, operation: string): TRPCError {
  const fault = toPanelError(thrown, operation)
  return new TRPCError({ code: errorTable[fault.code].trpc, message: fault.message, cause: fault })
}

/** All operations of a tree, in order. */
export function listEndpoints(tree: Tree): AnyEndpoint[] {
  return Object.values(tree).flatMap((item) => (isEndpoint(item) ? [item] : listEndpoints(item)))
}
