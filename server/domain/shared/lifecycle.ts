import type { Text } from '../../shared/text.ts'
export type Verdict = { ok: true } | { ok: false; reason: Text }

type ActionRule<S extends string> = {
  /** States in which the action may be asked for. */
  from: readonly S[]
  /** The moving state, written in the statement that accepts the action; absent when the state stays. */
  via?: S
  /** States in which asking succeeds without any work (starting what runs). */
  already?: readonly S[]
  /** Shown to people when the state does not allow it. */
  error: Text
}

/**
 * One table per resource: which action is allowed in which state. Server, menus, bulk actions and tests read it.
 *
 * @example const lifecycle = defineLifecycle({ states: ['on', 'off'], moving: [], actions: { ... } })
 */
export function defineLifecycle<const S extends string, const A extends string>(def: {
  states: readonly S[]
  moving: readonly NoInfer<S>[]
  actions: Record<A, ActionRule<NoInfer<S>>>
}) {
  return {
    ...def,
    isMoving: (state: S) => def.moving.includes(state),
    isAlready: (action: A, state: S) => def.actions[action].already?.includes(state) ?? false,
    can(action: A, state: S): Verdict {
      const rule = def.actions[action]
      if (rule.from.includes(state) || rule.already?.includes(state)) return { ok: true }
      return { ok: false, reason: rule.error }
    },
  }
}
