'use client'
import type { RecipeRow } from '../../server/domain/recipe/schema.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { RecordDialogs } from '../resource/record-dialogs.tsx'
import type { Asking, DialogsProps } from '../resource/use-record-actions.tsx'

/** Asks before a script is deleted; a script is written on its own page. */
export default function RecipeDialogs(props: DialogsProps<Asking<RecipeRow>>) {
  const { vm } = useTRPCClient()
  return (
    <RecordDialogs
      {...props}
      words="recipes"
      form={() => null}
      remove={(recipe) => ({
        page: paths.recipe(recipe.id),
        list: paths.recipes(),
        run: () => vm.recipe.delete.mutate({ params: { recipe_id: recipe.id } }),
      })}
    />
  )
}
