import type { DummyNode } from './node.ts'

/** Makes a bridge that lets nothing pass. */
export const makeIsolated = (node: DummyNode, bridge: string): Promise<void> =>
  node.store.update((state) => {
    state.isolated = [...new Set([...(state.isolated ?? []), bridge])]
  })

/** Removes it. */
export const removeIsolated = (node: DummyNode, bridge: string): Promise<void> =>
  node.store.update((state) => {
    state.isolated = (state.isolated ?? []).filter((name) => name !== bridge)
  })
