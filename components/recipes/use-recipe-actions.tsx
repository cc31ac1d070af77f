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
import type { BulkAction } from '../table/bulk.ts'
import { usePlainBulk } from '../table/use-plain-bulk.tsx'
import { DeleteIcon, PowerIcon } from '../ui/display/icons.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'

const isShipped = ({ from_repository, repository }: RecipeRow) => from_repository && repository === 'Datahall'

const RecipeDialogs = lazy(() => import('./recipe-dialogs.tsx'))

/** The one definition of what can be done to a script. Put `dialogs` on the page once. */
export function useRecipeActions() {
  const t = useTranslations('recipes')
  const { isAdmin } = useMe()
  const { vm } = useTRPCClient()
  const plainBulk = usePlainBulk()
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
        remove(recipe, isShipped(recipe) && { disabledReason: t('isShipped') }),
      ]
    },
    [t, vm, isAdmin, remove],
  )
  const owns = (recipe: RecipeRow) => (isAdmin || recipe.access === 'owner' ? undefined : t('notYours'))
  const change = async ({ id }: RecipeRow, state: 'active' | 'disabled') => {
    await vm.recipe.edit.mutate({ params: { recipe_id: id }, body: { state } })
    return null
  }
  const href = ({ id }: RecipeRow) => paths.recipe(id)
  const switching = (state: 'active' | 'disabled') =>
    plainBulk<RecipeRow>({
      id: state,
      label: t(state === 'active' ? 'enable' : 'disable'),
      icon: <PowerIcon />,
      href,
      why: (recipe) => owns(recipe) ?? (recipe.state === state ? t(`already.${state}`) : undefined),
      each: (recipe) => change(recipe, state),
    })
  const deletion: BulkAction<RecipeRow> = {
    ...plainBulk<RecipeRow>({
      id: 'delete',
      label: t('delete'),
      icon: <DeleteIcon />,
      href: () => paths.recipes(),
      why: (recipe) => owns(recipe) ?? (isShipped(recipe) ? t('isShipped') : undefined),
      each: async ({ id }) => {
        await vm.recipe.delete.mutate({ params: { recipe_id: id } })
        return null
      },
    }),
    danger: { lost: (rows) => t('lostMany', { count: rows.length }) },
  }
  const bulk = [switching('active'), switching('disabled'), deletion]
  return { entries, dialogs, bulk }
}
