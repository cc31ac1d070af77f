'use client'
import { useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { PickerField, TextareaField } from '../../form/fields.tsx'
import { FormDialog } from '../../form/form-dialog.tsx'
import { pickedShape } from '../../form/picked.ts'
import { usePanelForm } from '../../form/use-panel-form.ts'
import { ParamFields } from '../../recipes/run-fields.tsx'
import { givenParams, typeFor, useScriptChoice } from '../../recipes/use-script-choice.ts'
import { useOpenTask } from '../../tasks/task-drawer.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import type { HostDialogProps } from '../host-dialogs.tsx'

const shape = z.object({
  recipe: pickedShape.nullable(),
  text: z.string(),
  values: z.record(z.string(), z.string().optional()),
})

/** A stored script, or the text of one, for the guest of a VM. Its task opens beside the page, with the output. */
export function RunScript({ host, calls, onClose }: HostDialogProps) {
  const t = useTranslations('hosts.script')
  const [, openTask] = useOpenTask()
  const needed = { path: ['text'], message: t('needed') }
  const schema = shape.refine(({ recipe, text }) => recipe !== null || text.trim() !== '', needed)
  const panel = usePanelForm({ schema, defaultValues: { recipe: null, text: '', values: {} } })
  const { control } = panel.form
  const { picked, params, load, description, isLoading } = useScriptChoice(
    useWatch({ control, name: 'recipe' }),
    typeFor(host.os_name ?? '', host.os_group ?? ''),
  )
  return (
    <FormDialog
      panel={panel}
      width="lg"
      title={t('title', { name: host.name })}
      description={t('about')}
      submitLabel={t('run')}
      onClose={onClose}
      disabledReason={isLoading ? t('loading') : undefined}
      onSubmit={async ({ text, values }) => {
        const recipe_params = givenParams(params, values)
        const what = picked === null ? { body: text } : { recipe: picked }
        const task = await calls.script(host.id, { ...what, recipe_params })
        void openTask(task)
      }}
    >
      <PickerField control={control} name="recipe" label={t('recipe')} load={load} clearable hint={description} />
      {picked === null ? (
        <TextareaField control={control} name="text" label={t('text')} hint={t('textHint')} mono rows={6} />
      ) : isLoading ? (
        <SkeletonRows label={t('loading')} />
      ) : (
        <ParamFields control={control} params={params} />
      )}
    </FormDialog>
  )
}
