import { z } from 'zod'
import type { Ability } from '../domain/shared/abilities.ts'
import type { AuditKind } from '../domain/shared/change-kinds.ts'
import { pathId } from '../domain/shared/fields.ts'
import type { Pieces } from './body.ts'
import type { Actor, Context } from './context.ts'
import type { ListDefinition } from './list/define.ts'

export type Service = 'vm' | 'dci' | 'auth' | 'ip' | 'proxy'
export type Method = 'GET' | 'POST' | 'DELETE'
/** `mfa_pending`: signed in, second factor not given yet. The rest are abilities of roles; rows are narrowed by the service. */
export type Access = 'public' | 'mfa_pending' | Ability

export const basePath: Record<Service, string> = {
  vm: '/vm/v3',
  dci: '/dci/v3',
  auth: '/auth/v4',
  ip: '/ip/v3',
  proxy: '/ipmiproxy/v3',
}

/** JSON made by the database, passed through without being parsed. Only lists make it. */
export class RawJson {
  /** Pieces of one text, or a stream. Pieces stay pieces as far as the socket: joined, a long list is copied once more. */
  readonly body: readonly string[] | ReadableStream<Uint8Array>
  constructor(body: readonly string[] | ReadableStream<Uint8Array>) {
    this.body = body
  }
}

/** A file that is sent as it is, to REST only. `name` is a text for people; `size` in bytes, null when it is not known before. */
export class FileAnswer {
  readonly name: string
  readonly size: number | null
  readonly body: ReadableStream<Uint8Array>
  constructor(name: string, size: number | null, body: ReadableStream<Uint8Array>) {
    this.name = name
    this.size = size
    this.body = body
  }
}

/** What `Response` takes. */
export const bodyOf = (body: RawJson['body']) => (body instanceof ReadableStream ? body : body.join(''))

type Shape = z.ZodObject
/** Names between braces: `'host_id' | 'disk_id'` of `/host/{host_id}/disk/{disk_id}`. */
type NamesIn<T> = T extends `${string}{${infer N}}${infer Rest}` ? N | NamesIn<Rest> : never
type Parts<T, P, Q, B> = {
  params: P extends z.ZodType ? z.output<P> : { [N in NamesIn<T>]: z.output<typeof pathId> }
  query: Q extends z.ZodType ? z.output<Q> : Record<string, never>
  body: B extends z.ZodType ? z.output<B> : Record<string, never>
  /** Of an operation that takes a file; of others there is nothing in it. */
  file: Pieces
}
/** What a caller gives: parts without fields may be left out. */
export type CallParts<T, P, Q, B> = (P extends z.ZodType
  ? { params: z.input<P> }
  : [NamesIn<T>] extends [never]
    ? { params?: undefined }
    : { params: { [N in NamesIn<T>]: z.input<typeof pathId> } }) &
  (Q extends z.ZodType ? { query?: z.input<Q> } : { query?: undefined }) &
  (B extends z.ZodType
    ? object extends z.input<B>
      ? { body?: z.input<B> }
      : { body: z.input<B> }
    : { body?: undefined }) & {
    /** Version the caller saw; a stale one is refused. */
    if_match?: number
  }

type Path = `/${string}`

export type Definition<M extends Method, A extends Access, T extends Path, P, Q, B, R extends z.ZodType> = {
  service: Service
  method: M
  /** Below the service's base path, as the documents write it: `/host/{host_id}/start`. */
  path: T
  summary: string
  description?: string
  /** Group in the API document. */
  tag: string
  access: A
  /** What stands between braces in the path, where one of it is no id of a record. */
  params?: P
  query?: Q
  body?: B
  /** Unlisted body fields that field clients send: accepted and ignored. */
  tolerated?: readonly string[]
  /** Body fields whose whole numbers may exceed 32 bits, or true for all of them. */
  wideNumbers?: readonly string[] | true
  answer: R
  status?: 200 | 201
  /** Further absolute paths under which field clients call the operation. */
  aliases?: readonly string[]
  /**
   * Maximum size of the uploaded file in bytes: the raw body of the request, which `run` reads as a stream. All other
   * parameters are in the query. Files are accepted by REST only, from signed-in callers.
   */
  largestFile?: number
  /** Answers with a `FileAnswer` instead of JSON. By REST only. */
  sendsFile?: boolean
  /** Items that a list in its body may have, where 1,000 are too few. */
  longestList?: number
  /** POST that only reads (a check, a preview): leaves no audit record. */
  readOnly?: boolean
  /** Of a list operation: its rows can also be taken away as a CSV file, under the same access. */
  csv?: ListDefinition<Actor>
  /** The kind of object that the audit record is about, where it is not the first word of the path; see `auditSubject`. */
  about?: AuditKind
  run(
    ctx: Context<A extends 'public' ? Actor | null : Actor>,
    parts: Parts<T, P, Q, B>,
  ): Promise<z.input<R> | RawJson | FileAnswer> | z.input<R> | RawJson | FileAnswer
}

export type Endpoint<M extends Method, A extends Access, T extends Path, P, Q, B, R extends z.ZodType> = Definition<
  M,
  A,
  T,
  P,
  Q,
  B,
  R
> & {
  /** Only for types: what tRPC callers give and get. */
  readonly types?: { input: CallParts<T, P, Q, B>; output: z.output<R> }
}

/** Loosest form, for code that treats all operations alike. */
export type AnyEndpoint = Omit<
  Definition<Method, Access, Path, unknown, unknown, unknown, z.ZodType>,
  'run' | 'params' | 'query' | 'body'
> & {
  params?: Shape | undefined
  query?: Shape | undefined
  body?: z.ZodType | undefined
  run(ctx: Context<never>, parts: never): unknown
  readonly types?: { input: unknown; output: unknown }
}

/**
 * The only way to make an operation. It yields the REST route, the tRPC procedure, the OpenAPI entry, validation (unlisted
 * fields are refused), the access check and the audit record. Rules live in services; `run` only calls one.
 */
export function endpoint<
  const M extends Method,
  const A extends Access,
  const T extends Path,
  R extends z.ZodType,
  P extends Shape | undefined = undefined,
  Q extends Shape | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
>(definition: Definition<M, A, T, P, Q, B, R>): Endpoint<M, A, T, P, Q, B, R> {
  // The types read the same names from the path.
  return { ...definition, params: definition.params ?? (idsIn(definition.path) as P | undefined) }
}

/** The ids of records that a path names, or undefined where it names none. */
function idsIn(path: string): Shape | undefined {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)
  return names.length > 0 ? z.object(Object.fromEntries(names.map((name) => [name, pathId]))) : undefined
}

/** `POST /vm/v3/host/{host_id}/start` */
export const operationName = (e: Pick<AnyEndpoint, 'method' | 'service' | 'path'>) =>
  `${e.method} ${basePath[e.service]}${e.path}`
