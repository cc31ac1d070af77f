'use client'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import type { RecipeParam } from '../../../server/domain/recipe/schema.ts'
import { useTRPC, useTRPCClient } from '../../api/trpc.ts'
import { PickerField, TextareaField } from '../../form/fields.tsx'
import { FormDialog } from '../../form/form-dialog.tsx'
import { pickedShape } from '../../form/picked.ts'
import { usePanelForm } from '../../form/use-panel-form.ts'
import { ParamFields } from '../../recipes/run-fields.tsx'
import { pickedId } from '../../resource/loaders.ts'
import { useOpenTask } from '../../tasks/task-drawer.tsx'
import type { LoadOptions } from '../../ui/controls/use-options.ts'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import type { HostDialogProps } from '../host-dialogs.tsx'

const shape = z.object({ recipe: pickedShape.nullable(), text: z.string(), values: z.record(z.string(), z.string()) })
const NOTHING: readonly RecipeParam[] = []

/** A stored script, or the text of one, for the guest of a VM. Its task opens beside the page, with the output. */
export function RunScript({ host, calls, onClose }: HostDialogProps) {
  const t = useTranslations('hosts.script')
  const trpc = useTRPC()
  const { vm } = useTRPCClient()
  const [, openTask] = useOpenTask()
  const needed = { path: ['text'], message: t('needed') }
  const schema = shape.refine(({ recipe, text }) => recipe !== null || text.trim() !== '', needed)
  const panel = usePanelForm({ schema, defaultValues: { recipe: null, text: '', values: {} } })
  const { control } = panel.form
  const picked = pickedId(useWatch({ control, name: 'recipe' }) ?? null)
  const query = useQuery(
    trpc.vm.recipe.get.queryOptions({ params: { recipe_id: picked ?? 0 } }, { enabled: picked !== null }),
  )
  const params = picked === null ? NOTHING : (query.data?.params ?? NOTHING)
  const load: LoadOptions = useCallback(
    async (search, signal) => {
      const where = `state EQ 'active' AND type EQ 'shell'`
      const found = await vm.recipe.list.query({ query: { search, where, orderby: 'name', limit: '0,20' } }, { signal })
      const list = found.list.map((row) => ({ value: String(row.id), label: row.name, hint: row.description }))
      return { list, size: found.size }
    },
    [vm],
  )
  return (
    <FormDialog
      panel={panel}
      width="lg"
      title={t('title', { name: host.name })}
      description={t('about')}
      submitLabel={t('run')}
      onClose={onClose}
      disabledReason={picked !== null && !query.data ? t('loading') : undefined}
      onSubmit={async ({ text, values }) => {
        const recipe_params = params.flatMap(({ name }) => (values[name] ? [{ name, value: values[name] }] : []))
        const what = picked === null ? { body: text } : { recipe: picked }
        const task = await calls.script(host.id, { ...what, recipe_params })
        void openTask(task)
      }}
    >
      <PickerField
        control={control}
        name="recipe"
        label={t('recipe')}
        load={load}
        clearable
        hint={query.data?.description}
      />
      {picked === null ? (
        <TextareaField control={control} name="text" label={t('text')} hint={t('textHint')} mono rows={6} />
      ) : query.data ? (
        <ParamFields control={control} params={params} />
      ) : (
        <SkeletonRows label={t('loading')} />
      )}
    </FormDialog>
  )
}
