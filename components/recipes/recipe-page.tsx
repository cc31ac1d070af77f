'use client'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { type Control, useController, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { recipeFields } from '../../server/domain/recipe/fields.ts'
import type { ScriptType } from '../../server/domain/recipe/kinds.ts'
import type { Recipe } from '../../server/domain/recipe/schema.ts'
import { apiFault } from '../api/fault.ts'
import { useMe } from '../api/me.tsx'
import { ObjectGate } from '../api/object-gate.tsx'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { FormShell } from '../form/form-shell.tsx'
import type { SubmitError } from '../form/submit-error.ts'
import { usePanelForm } from '../form/use-panel-form.ts'
import { PageCrumbs } from '../frame/crumbs.tsx'
import { paths } from '../paths.ts'
import { ObjectHead } from '../resource/object-head.tsx'
import { OwnField } from '../resource/own-fields.tsx'
import { StateBadge } from '../ui/display/badge.tsx'
import { Notice } from '../ui/display/notice.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { ScriptEditor } from './editor/script-editor.tsx'
import { RecipeSide } from './recipe-side.tsx'
import { bodyOf, type RecipeValues, valuesOf } from './recipe-values.ts'
import { Syntax, useSyntax } from './syntax.tsx'
import { useRecipeActions } from './use-recipe-actions.tsx'

/** One script with its text, to be read or changed. */
export function RecipePage({ id }: { id: number }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.vm.recipe.get.queryOptions({ params: { recipe_id: id } }))
  return <ObjectGate query={query}>{(recipe) => <Page key={recipe.version} recipe={recipe} />}</ObjectGate>
}

/** A new script: empty, or with what another has. */
export function NewRecipePage({ copy }: { copy: number | null }) {
  const t = useTranslations('recipes')
  const trpc = useTRPC()
  const query = useQuery(
    trpc.vm.recipe.get.queryOptions({ params: { recipe_id: copy ?? 0 } }, { enabled: copy !== null }),
  )
  const head = (
    <>
      <PageCrumbs crumbs={[{ label: t('create') }]} />
      <PageHeader title={t('create')} />
    </>
  )
  if (copy === null)
    return (
      <>
        {head}
        <RecipeForm readOnly={false} />
      </>
    )
  return (
    <>
      {head}
      <ObjectGate query={query}>
        {(recipe) => (
          <RecipeForm
            readOnly={false}
            given={{ ...recipe, name: t('copyOf', { name: recipe.name }), for_all: false }}
          />
        )}
      </ObjectGate>
    </>
  )
}

function Page({ recipe }: { recipe: Recipe }) {
  const t = useTranslations('recipes')
  const me = useMe()
  const actions = useRecipeActions()
  const owns = me.isAdmin || recipe.access === 'owner'
  const readOnly = recipe.from_repository || !owns
  return (
    <>
      <ObjectHead
        name={recipe.name}
        badges={recipe.state === 'disabled' ? <StateBadge kind="off">{t('states.disabled')}</StateBadge> : null}
        entries={actions.entries(recipe)}
      />
      {readOnly ? (
        <Notice kind="plain" className="mx-6 mb-3 flex-none phone:mx-4">
          {recipe.repository ? t('fromRepository', { name: recipe.repository }) : t('ofOthers')}
        </Notice>
      ) : null}
      <RecipeForm record={recipe} given={recipe} readOnly={readOnly} />
      {actions.dialogs}
    </>
  )
}

function RecipeForm({ record, given, readOnly }: { record?: Recipe; given?: Recipe; readOnly: boolean }) {
  const t = useTranslations('recipes')
  const common = useTranslations('resource')
  const router = useRouter()
  const { isAdmin } = useMe()
  const { vm } = useTRPCClient()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<SubmitError | null>(null)
  const panel = usePanelForm<RecipeValues, RecipeValues>({
    schema: async () => (await import('./rules.ts')).recipeRules,
    defaultValues: valuesOf(given),
  })
  const { control } = panel.form
  const own = { control, fields: recipeFields, words: 'recipes' } as const
  const [chosen, script, params] = useWatch({ control, name: ['type', 'script', 'params'] })
  const type = chosen ?? 'shell'
  const send = async (values: RecipeValues) => {
    setBusy(true)
    setFault(null)
    try {
      const { for_all, user_visible, ...body } = bodyOf(values)
      const offered = isAdmin ? { for_all, user_visible } : {}
      if (record) {
        const call = { params: { recipe_id: record.id }, body: { ...body, ...offered }, if_match: record.version }
        await vm.recipe.edit.mutate(call)
      } else {
        const { id } = await vm.recipe.create.mutate({ body: { ...body, ...offered } })
        router.push(paths.recipe(id))
      }
    } catch (thrown) {
      const { msg, value } = apiFault(thrown)
      setFault({ message: msg, value })
    } finally {
      setBusy(false)
    }
  }
  return (
    <FormShell
      panel={panel}
      loading={busy}
      submitError={fault}
      onSubmit={send}
      submitLabel={record ? common('save') : t('create')}
      {...(readOnly && { disabledReason: t('copyFirst') })}
      sideLabel={t('side.label')}
      side={<RecipeSide control={control} readOnly={readOnly} type={type} script={script} params={params} />}
    >
      <div className="flex flex-col gap-3 pt-4">
        <fieldset disabled={readOnly} className="max-w-120">
          <OwnField {...own} name="name" autoFocus={!record} />
        </fieldset>
        <ScriptField control={control} readOnly={readOnly} type={type} />
      </div>
    </FormShell>
  )
}

function ScriptField({
  control,
  readOnly,
  type,
}: {
  control: Control<RecipeValues, unknown, RecipeValues>
  readOnly: boolean
  type: ScriptType
}) {
  const t = useTranslations('recipes')
  const { field, fieldState } = useController({ control, name: 'script' })
  const syntax = useSyntax(field.value, type, !readOnly)
  return (
    <div>
      <p className="mb-1 text-12 font-medium">{t('fields.script')}</p>
      <ScriptEditor
        label={t('fields.script')}
        type={type}
        value={field.value}
        onChange={field.onChange}
        readOnly={readOnly}
        wrongLines={syntax.wrongLines}
      />
      <Syntax syntax={syntax} />
      {fieldState.error?.message ? <p className="mt-1 text-12 text-fault-fg">{fieldState.error.message}</p> : null}
    </div>
  )
}
