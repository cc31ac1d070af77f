'use client'
import { useTranslations } from 'use-intl'
import { CheckField, MultiPickerField } from '../../form/fields.tsx'
import { ParamFields } from '../../recipes/run-fields.tsx'
import { typeFor, useScriptChoice } from '../../recipes/use-script-choice.ts'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { valuesKey } from './more-values.ts'
import type { SectionProps } from './place-section.tsx'

type Props = Pick<SectionProps, 'control' | 'values'>

/** Scripts that run once the guest is up, one after the other, with what each asks for. */
export function ScriptFields({ control, values }: Props) {
  const t = useTranslations('newHost')
  const { load } = useScriptChoice(null, typeFor(values.os?.name ?? '', null))
  return (
    <>
      <MultiPickerField
        control={control}
        name="recipe_list"
        label={t('fields.recipe_list')}
        load={load}
        hint={t('recipeHint')}
      />
      {values.recipe_list.map((chosen) => (
        <ScriptParams key={chosen.value} control={control} chosen={chosen} />
      ))}
      {values.recipe_list.length > 0 ? (
        <CheckField control={control} name="ignore_recipe_filters" hint={t('anySystemHint')}>
          {t('anySystem')}
        </CheckField>
      ) : null}
    </>
  )
}

function ScriptParams({ control, chosen }: Pick<Props, 'control'> & { chosen: { value: string; label: string } }) {
  const { params, description, isLoading } = useScriptChoice(chosen, null)
  if (isLoading) return <SkeletonRows label={chosen.label} />
  return (
    <fieldset className="flex flex-col gap-3 rounded-md border border-line p-3">
      <legend className="px-1 text-12 font-medium">{chosen.label}</legend>
      {description ? <p className="text-12 text-fg-3">{description}</p> : null}
      <ParamFields control={control} params={params} under={`values.${valuesKey(chosen.value)}`} />
    </fieldset>
  )
}
