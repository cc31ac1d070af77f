'use client'
import { useState } from 'react'
import { type Control, useForm, useWatch } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { recipeFields } from '../../server/domain/recipe/fields.ts'
import type { ScriptType } from '../../server/domain/recipe/kinds.ts'
import { isVariableName } from '../../server/domain/recipe/names.ts'
import type { RecipeParam } from '../../server/domain/recipe/schema.ts'
import { useMe } from '../api/me.tsx'
import { TextField } from '../form/fields.tsx'
import { OwnField } from '../resource/own-fields.tsx'
import { Segmented } from '../ui/controls/segmented.tsx'
import type { Option } from '../ui/controls/use-options.ts'
import { SidePanelSection } from '../ui/layout/section.tsx'
import { Environment } from './environment.tsx'
import { ParamsField } from './params-field.tsx'
import type { RecipeValues } from './recipe-values.ts'
import { ParamFields } from './run-fields.tsx'

type Props = {
  control: Control<RecipeValues, unknown, RecipeValues>
  readOnly: boolean
  type: ScriptType
  script: string
  params: readonly RecipeParam[]
}

/** Beside the text of a script: what it asks for, how that looks to who runs it, for which systems it is, and what it finds in its environment. */
export function RecipeSide({ control, readOnly, type, script, params }: Props) {
  const t = useTranslations('recipes')
  const { isAdmin } = useMe()
  // What is tried here is sent nowhere.
  const [seen, setSeen] = useState(false)
  const [host, setHost] = useState<Option | null>(null)
  const trial = useForm<{ values: Record<string, string> }>({ defaultValues: { values: {} } }).control
  const given = useWatch({ control: trial, name: 'values' })
  const asked = params.filter(
    ({ name }, at) => isVariableName(name) && params.findIndex((one) => one.name === name) === at,
  )
  const own = { control, fields: recipeFields, words: 'recipes' } as const
  return (
    <>
      <SidePanelSection title={t('side.what')}>
        <fieldset disabled={readOnly} className="flex flex-col gap-3 pt-1">
          <OwnField {...own} name="description" />
          <OwnField {...own} name="type" />
          <TextField control={control} name="tags" label={t('fields.tags')} hint={t('hints.tags')} />
          {isAdmin ? (
            <>
              <OwnField {...own} name="for_all" />
              <OwnField {...own} name="user_visible" />
            </>
          ) : null}
        </fieldset>
      </SidePanelSection>
      <SidePanelSection
        title={t('params.title')}
        action={
          asked.length > 0 ? (
            <Segmented
              size="sm"
              label={t('params.title')}
              value={seen ? 'seen' : 'defined'}
              onValueChange={(view) => setSeen(view === 'seen')}
              options={(['defined', 'seen'] as const).map((value) => ({ value, label: t(`side.${value}`) }))}
            />
          ) : null
        }
      >
        {seen && asked.length > 0 ? (
          <div className="flex flex-col gap-3 pt-1">
            <p className="text-12 text-fg-3">{t('side.seenHint')}</p>
            <ParamFields control={trial} params={asked} />
          </div>
        ) : (
          <ParamsField control={control} readOnly={readOnly} />
        )}
      </SidePanelSection>
      <SidePanelSection title={t('side.offered')}>
        <fieldset disabled={readOnly}>
          <TextField control={control} name="systems" label={t('side.systems')} hint={t('side.systemsHint')} />
        </fieldset>
      </SidePanelSection>
      <SidePanelSection title={t('side.environment')}>
        <Environment type={type} script={script} params={params} given={given} host={host} onHost={setHost} />
      </SidePanelSection>
    </>
  )
}
