'use client'
import { useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { PickerField } from '../form/fields.tsx'
import { ParamFields } from '../recipes/run-fields.tsx'
import { givenParams, useScriptChoice } from '../recipes/use-script-choice.ts'
import type { BulkChosen } from '../table/bulk.ts'
import type { Option } from '../ui/controls/use-options.ts'
import { SkeletonRows } from '../ui/layout/skeleton.tsx'

type Values = { recipe: Option | null; values: Record<string, string> }

/** One stored script for many VMs, with the values that it asks for. */
export default function BulkScript({ onChange }: { onChange: (next: BulkChosen) => void }) {
  const t = useTranslations('hosts')
  const { control } = useForm<Values>({ defaultValues: { recipe: null, values: {} } })
  const now = useWatch({ control }) as Values
  const { picked, params, load, description, isLoading } = useScriptChoice(now.recipe, null)
  const given = givenParams(params, now.values)
  const missing = params.find(({ name, required }) => required && !now.values[name])?.name ?? ''
  const chosen = JSON.stringify({ recipe: picked ?? 0, recipe_params: given })
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when what is chosen changes
  useEffect(() => {
    onChange({ ready: picked !== null && !isLoading, missing, chosen })
  }, [picked, isLoading, missing, chosen])
  return (
    <div className="flex max-h-[50vh] flex-col gap-3 overflow-y-auto border-b border-line px-3 py-2.5">
      <PickerField control={control} name="recipe" label={t('script.recipe')} load={load} hint={description} required />
      {isLoading ? (
        <SkeletonRows label={t('script.loading')} rows={1} />
      ) : (
        <ParamFields control={control} params={params} />
      )}
    </div>
  )
}
