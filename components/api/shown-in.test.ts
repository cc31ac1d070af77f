import { expect, expectTypeOf, it } from 'vitest'
import { catalogue } from '../../server/api/catalogue.ts'
import { isEndpoint, type Tree } from '../../server/api/trpc.ts'
import type { ChangeKind } from '../../server/domain/shared/change-kinds.ts'
import type { ParamOf, QueryPath } from './query-paths.ts'
import { type Shown, shownIn } from './shown-in.ts'

/** What no change of an object makes old: constants, readings, and what is asked for once. */
const untold = [
  'auth.session.enter',
  'auth.session.current',
  'vm.demo.status',
  'vm.settings.sshKey',
  'dci.panel.info',
  'dci.panel.licence',
  'dci.panel.newerVersion',
  'dci.import.export',
  // Asked of a control host, while its page is looked at.
  'dci.bootServices.get',
  'dci.bootServices.compose',
  // What is in a backup does not change.
  'vm.backupFiles.archive',
  'vm.backupFiles.content',
  'vm.backupFiles.folder',
  'vm.backupFiles.volumes',
  // Changes by operations that are over: it is read when the page of one is opened.
  'dci.operation.course',
  // What is typed is looked for anew each time.
  'vm.search.find',
]

function queriesIn(tree: Tree, at: string[] = []): string[] {
  return Object.entries(tree).flatMap(([name, item]) =>
    isEndpoint(item) ? (item.method === 'GET' ? [[...at, name].join('.')] : []) : queriesIn(item, [...at, name]),
  )
}

it('lets each query be read anew by some change', () => {
  const told = Object.values<Shown>(shownIn).flatMap(({ own, of = {}, also = [], totals = [] }) => [
    ...[own, ...Object.values(of)].flatMap((about) => Object.keys(about)),
    ...also,
    ...totals,
  ])
  const left = queriesIn(catalogue).filter((query) => !told.some((path) => `${query}.`.startsWith(`${path}.`)))
  expect(left.sort()).toEqual(untold.sort())
})

it('contains only kinds that are published, queries of the router and their parameters', () => {
  expectTypeOf<keyof typeof shownIn>().toEqualTypeOf<ChangeKind>()
  expectTypeOf<'vm.host' | 'vm.host.get' | 'dci.ipmi.sensor'>().toExtend<QueryPath>()
  expectTypeOf<'vm.comet'>().not.toExtend<QueryPath>()
  expectTypeOf<'vm.host.start'>().not.toExtend<QueryPath>()
  expectTypeOf<ParamOf<'vm.host'>>().toEqualTypeOf<'host_id'>()
  expectTypeOf<{ own: { 'vm.host': 'node_id' } }>().not.toExtend<Shown>()
})

it('reads nothing of other objects of the kind, because of one', () => {
  const shared = Object.entries<Shown>(shownIn).flatMap(([kind, { own, also = [] }]) =>
    also.filter((path) => own[path]).map((path) => `${kind} ${path}`),
  )
  expect(shared).toEqual([])
})
