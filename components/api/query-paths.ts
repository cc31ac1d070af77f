import type { catalogue } from '../../server/api/catalogue.ts'

type Tree = typeof catalogue
type Query = { method: 'GET' }
type Operation = { method: string }

type PathsIn<T> = {
  [K in keyof T & string]: T[K] extends Operation ? (T[K] extends Query ? K : never) : K | `${K}.${PathsIn<T[K]>}`
}[keyof T & string]

type At<T, Path> = Path extends `${infer Name}.${infer Rest}`
  ? Name extends keyof T
    ? At<T[Name], Rest>
    : never
  : Path extends keyof T
    ? T[Path]
    : never

type ParamsIn<T> = T extends Operation
  ? T extends Query & { types?: { input: { params: infer P } } }
    ? keyof P & string
    : never
  : { [K in keyof T]: ParamsIn<T[K]> }[keyof T]

/** A query by its place in the router, or all queries below a place: `vm.host.get`, `vm.host`. */
export type QueryPath = PathsIn<Tree>

/** Names of parameters by which queries at or below a path are about one object: `host_id`. */
export type ParamOf<Path extends QueryPath> = ParamsIn<At<Tree, Path>>
