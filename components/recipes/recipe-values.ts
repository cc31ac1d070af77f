import type { ScriptType } from '../../server/domain/recipe/kinds.ts'
import type { Recipe, RecipeFilter, RecipeParam } from '../../server/domain/recipe/schema.ts'

/** What the form of a script keeps; tags and systems as they are typed. */
export type RecipeValues = {
  name: string
  description: string
  type: ScriptType | null
  for_all: boolean
  user_visible: boolean
  script: string
  params: RecipeParam[]
  tags: string
  systems: string
}

const words = (text: string) =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '')

/** Filters by something else than the name of a system are written `tag:web`, `os_group:debian`. */
const filterOf = (word: string): RecipeFilter => {
  const [, entity, expression] = /^(os|os_group|tag):(.+)$/.exec(word) ?? []
  return entity && expression
    ? { entity: entity as RecipeFilter['entity'], expression: expression.trim() }
    : { entity: 'os', expression: word.includes('%') ? word : `${word}%` }
}
const wordOf = ({ entity, expression }: RecipeFilter) =>
  entity === 'os' ? expression.replace(/^([^%]+)%$/, '$1') : `${entity}:${expression}`

const BEGINNING = '#!/bin/sh\nset -eu\n\n'

export const valuesOf = (recipe?: Recipe): RecipeValues => ({
  name: recipe?.name ?? '',
  description: recipe?.description ?? '',
  type: recipe?.type ?? 'shell',
  for_all: recipe?.for_all ?? false,
  user_visible: recipe?.user_visible ?? true,
  script: recipe?.script ?? BEGINNING,
  params: recipe?.params ?? [],
  tags: recipe?.tags.join(', ') ?? '',
  systems: recipe?.script_filter.map(wordOf).join(', ') ?? '',
})

/** What a form says, as the body of a call. */
export const bodyOf = ({ tags, systems, type, ...values }: RecipeValues) => ({
  ...values,
  type: type ?? ('shell' as const),
  tags: words(tags),
  script_filter: words(systems).map(filterOf),
})
