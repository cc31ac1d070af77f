'use client'
import { type ReactNode, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import { type FoundKind, type FoundObject, foundKinds } from '../../server/domain/search/schema.ts'
import { useMay } from '../api/me.tsx'
import { useTRPCClient } from '../api/trpc.ts'
import type { PaletteGroup, PaletteItem, PaletteSearch } from '../frame/palette-types.ts'
import { actionItem, itemsOf, type Known, keyOf, type ObjectKind } from './object-kind.ts'
import { type PageAsk, pageCommands } from './page-commands.ts'
import { readQuery } from './query.ts'
import { useDatacenterKinds } from './use-datacenter-kinds.tsx'
import { useOtherKinds } from './use-other-kinds.tsx'

type Seen = { found: FoundObject; known: Known | undefined }

/** What the palette finds: objects of every kind, and what may be done to them by the rules of their menus. */
export function useObjectSearch(): { search: PaletteSearch; dialogs: readonly ReactNode[] } {
  const t = useTranslations('shell')
  const may = useMay()
  const { vm } = useTRPCClient()
  const datacenter = useDatacenterKinds()
  const others = useOtherKinds()
  const [dcKinds, otherKinds] = [datacenter.kinds, others.kinds]
  const ask = (what: PageAsk) => ({ ...datacenter.asks, ...others.asks })[what]({ command: 'create' })

  // biome-ignore lint/correctness/useExhaustiveDependencies: what asks for a new object is the same function in all but name
  const search = useCallback<PaletteSearch>(
    async (query, signal) => {
      const names = Object.fromEntries(foundKinds.map((one) => [one, t(`palette.kinds.${one}`)]))
      const asked = readQuery(query, names as Record<FoundKind, string>)
      let { list } = await vm.search.find.query({ query: asked }, { signal })
      if (asked.kind && list.length === 0)
        list = (await vm.search.find.query({ query: { search: query } }, { signal })).list
      const seen = await read({ ...dcKinds, ...otherKinds }, list, signal)
      const kindOf = ({ kind }: FoundObject): ObjectKind => ({ ...dcKinds, ...otherKinds })[kind]
      const done = seen.flatMap(({ found, known }): PaletteItem[] =>
        known && found.rest !== ''
          ? itemsOf(known, found.rest).map((item) =>
              actionItem(item, `${found.kind} ${keyOf(found)}`, {
                name: found.name,
                detail: known.detail ?? kindOf(found).detail(found),
              }),
            )
          : [],
      )
      const objects = seen
        .filter(({ found, known }) => found.rest === '' || (known && itemsOf(known, found.rest).length > 0))
        .map((one) => objectItem(one, kindOf(one.found)))
      const commands = pageCommands(
        query,
        may,
        { command: (name) => t(`commands.${name}`), make: t('palette.make') },
        ask,
      )
      const first = seen.find(({ found, known }) => found.rest === '' && known)
      const onFirst = first?.known
        ? itemsOf(first.known).map((item) => actionItem(item, `on ${first.found.kind} ${keyOf(first.found)}`))
        : []
      const groups: PaletteGroup[] = [
        { kind: 'actions', heading: t('palette.actions'), items: [...done, ...commands] },
        { kind: 'objects', heading: t('palette.objects'), items: objects },
        { kind: 'actions', heading: t('palette.actionsOn', { name: first?.found.name ?? '' }), items: onFirst },
      ]
      const filled = groups.filter(({ items }) => items.length > 0)
      // Objects come first unless the text says what to do.
      if (done.length === 0) filled.sort((a, b) => Number(b.kind === 'objects') - Number(a.kind === 'objects'))
      return { groups: filled, found: objects.length + done.length + commands.length }
    },
    [vm, may, t, dcKinds, otherKinds],
  )
  return { search, dialogs: [...datacenter.dialogs, ...others.dialogs] }
}

/** Reads the records of what was found, each kind by itself: they go out as one request. */
async function read(kinds: Record<FoundKind, ObjectKind>, list: readonly FoundObject[], signal: AbortSignal) {
  const records = await Promise.all(
    [...new Set(list.map(({ kind }) => kind))].map(async (kind) => {
      const found = list.filter((one) => one.kind === kind)
      return [kind, await kinds[kind].read?.(found, signal)] as const
    }),
  )
  const byKind = new Map(records)
  return list.map((found): Seen => ({ found, known: byKind.get(found.kind)?.get(keyOf(found)) }))
}

/** The matching field is named when it is not the name. */
function objectItem({ found, known }: Seen, kind: ObjectKind): PaletteItem {
  const detail = known?.detail ?? kind.detail(found)
  const matched = found.value === found.name || found.rank < 3 ? '' : found.value
  return {
    id: `${found.kind} ${keyOf(found)}`,
    icon: kind.icon,
    title: found.name,
    detail: [detail, detail.includes(matched) ? '' : matched].filter(Boolean).join(' · '),
    ...(known?.aside !== undefined && { aside: known.aside }),
    href: kind.href(found),
  }
}
