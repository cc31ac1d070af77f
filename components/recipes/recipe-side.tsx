'use client'
import { useQuery } from '@tanstack/react-query'
import type { Control } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { recipeFields } from '../../server/domain/recipe/fields.ts'
import type { ScriptType } from '../../server/domain/recipe/kinds.ts'
import { namesIn } from '../../server/domain/recipe/names.ts'
import type { RecipeParam } from '../../server/domain/recipe/schema.ts'
import { useMe } from '../api/me.tsx'
import { useTRPC } from '../api/trpc.ts'
import { TextField } from '../form/fields.tsx'
import { OwnField } from '../resource/own-fields.tsx'
import { SidePanelSection } from '../ui/layout/section.tsx'
import { ParamsField } from './params-field.tsx'
import type { RecipeValues } from './recipe-values.ts'

/** What the panel says of a VM to every script. */
const facts = ['VM_ID', 'VM_NAME', 'VM_DOMAIN', 'VM_IP', 'VM_CPU', 'VM_RAM_MIB', 'VM_USER']

type Props = {
  control: Control<RecipeValues, unknown, RecipeValues>
  readOnly: boolean
  type: ScriptType
  script: string
  params: readonly RecipeParam[]
}

/** Beside the text of a script: what it asks for, for which systems it is, and what it finds in its environment. */
export function RecipeSide({ control, readOnly, type, script, params }: Props) {
  const t = useTranslations('recipes')
  const { isAdmin } = useMe()
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
      <SidePanelSection title={t('params.title')}>
        <ParamsField control={control} readOnly={readOnly} />
      </SidePanelSection>
      <SidePanelSection title={t('side.offered')}>
        <fieldset disabled={readOnly}>
          <TextField control={control} name="systems" label={t('side.systems')} hint={t('side.systemsHint')} />
        </fieldset>
      </SidePanelSection>
      <SidePanelSection title={t('side.environment')}>
        <Environment type={type} script={script} params={params} />
      </SidePanelSection>
    </>
  )
}

/** Each name that the script reads and where its value comes from, before it ever runs. */
function Environment({ type, script, params }: Pick<Props, 'type' | 'script' | 'params'>) {
  const t = useTranslations('recipes.environment')
  const trpc = useTRPC()
  const { data } = useQuery(trpc.vm.scriptVariable.list.queryOptions({ query: { orderby: 'name', limit: '500' } }))
  const names = [...namesIn(script, type)]
  // PowerShell takes names in any case.
  const plain = (name: string) => (type === 'power_shell' ? name.toUpperCase() : name)
  const from = (name: string): string | null => {
    const param = params.find((one) => plain(one.name) === plain(name))
    if (param) return param.description || (param.required ? t('required') : t('optional'))
    if (facts.includes(plain(name))) return t('fact')
    const variable = data?.list.find((one) => plain(one.name) === plain(name) && one.enabled)
    if (variable) return variable.hidden ? t('hidden') : t('variable', { value: variable.value })
    return null
  }
  const unused = params.filter(({ name }) => name !== '' && !names.some((one) => plain(one) === plain(name)))
  const known = names.flatMap((name) => {
    const words = from(name)
    return words === null ? [] : [{ name, words }]
  })
  return (
    <div className="text-12">
      {known.length === 0 ? <p className="text-fg-3">{t('none')}</p> : null}
      <dl className="flex flex-col gap-1.5">
        {known.map(({ name, words }) => (
          <div key={name} className="grid grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)] gap-2">
            <dt className="mono truncate">{name}</dt>
            <dd className="min-w-0 break-words text-fg-2">{words}</dd>
          </div>
        ))}
      </dl>
      {unused.length > 0 ? (
        <p className="mt-2 text-warn-fg">{t('unused', { names: unused.map(({ name }) => name).join(', ') })}</p>
      ) : null}
      <p className="mt-2 text-fg-3">{t('facts', { names: facts.join(', ') })}</p>
    </div>
  )
}
