'use client'
import Copy from 'lucide-react/icons/copy'
import { lazy, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { RecipeRow } from '../../server/domain/recipe/schema.ts'
import { faultToast } from '../api/fault-toast.ts'
import { useMe } from '../api/me.tsx'
import { useTRPCClient } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { useRecordActions } from '../resource/use-record-actions.tsx'
import { PowerIcon } from '../ui/display/icons.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'

const RecipeDialogs = lazy(() => import('./recipe-dialogs.tsx'))

/** The one definition of what can be done to a script. Put `dialogs` on the page once. */
export function useRecipeActions() {
  const t = useTranslations('recipes')
  const { isAdmin } = useMe()
  const { vm } = useTRPCClient()
  const { remove, dialogs } = useRecordActions<RecipeRow>('recipes', RecipeDialogs)
  const entries = useCallback(
    (recipe: RecipeRow): MenuEntry[] => {
      const copy: MenuEntry = { label: t('copy'), icon: <Copy />, href: paths.newRecipe({ copy: recipe.id }) }
      if (!isAdmin && recipe.access !== 'owner') return [copy]
      const state = recipe.state === 'disabled' ? 'active' : 'disabled'
      const change = () =>
        vm.recipe.edit
          .mutate({ params: { recipe_id: recipe.id }, body: { state } })
          .catch(faultToast(t('notDone', { name: recipe.name })))
      return [
        copy,
        { label: t(state === 'active' ? 'enable' : 'disable'), icon: <PowerIcon />, onSelect: () => void change() },
        { kind: 'line' },
        remove(
          recipe,
          recipe.from_repository && recipe.repository === 'Datahall' && { disabledReason: t('isShipped') },
        ),
      ]
    },
    [t, vm, isAdmin, remove],
  )
  return { entries, dialogs }
}
