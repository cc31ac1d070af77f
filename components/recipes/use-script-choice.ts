'use client'
import { useQuery } from '@tanstack/react-query'
import { runsWindows, type ScriptType } from '../../server/domain/recipe/kinds.ts'
import type { RecipeParam } from '../../server/domain/recipe/schema.ts'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { pickedId, typeahead } from '../resource/loaders.ts'

const NOTHING: readonly RecipeParam[] = []

/** What runs in a system; null when that is not known. A name tells only that it is Windows: images may be called anything. */
export const typeFor = (os: string, os_group: string | null): ScriptType | null => {
  const windows = runsWindows({ os, os_group: os_group ?? '' })
  if (windows) return 'power_shell'
  return windows === null || os_group === null ? null : 'shell'
}

/** Scripts that can be run in a system, to pick one; and of the picked one what it asks for. */
export function useScriptChoice(chosen: { value: string } | null | undefined, type: ScriptType | null) {
  const trpc = useTRPC()
  const { vm } = useTRPCClient()
  const picked = pickedId(chosen ?? null)
  const query = useQuery(
    trpc.vm.recipe.get.queryOptions({ params: { recipe_id: picked ?? 0 } }, { enabled: picked !== null }),
  )
  const params = picked === null ? NOTHING : (query.data?.params ?? NOTHING)
  const load = typeahead(vm.recipe.list.query, {
    where: `state EQ 'active'${type === null ? '' : ` AND type EQ '${type}'`}`,
    more: ({ description }) => ({ hint: description }),
  })
  return { picked, params, load, description: query.data?.description, isLoading: picked !== null && !query.data }
}

/** The values that were given, of those that a script asks for. */
export const givenParams = (
  params: readonly Pick<RecipeParam, 'name'>[],
  values: Readonly<Record<string, string | undefined>>,
) => params.flatMap(({ name }) => (values[name] ? [{ name, value: values[name] }] : []))
