'use client'
import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { RecipeParam } from '../../server/domain/recipe/schema.ts'
import { isSecretName } from '../../server/domain/recipe/secret-name.ts'
import { PasswordField, SelectField, TextField } from '../form/fields.tsx'

/** A field for each value that a script asks for. @param under where the form keeps them */
export function ParamFields<Values extends FieldValues>({
  control,
  params,
  under = 'values',
}: {
  control: Control<Values, unknown, unknown>
  params: readonly RecipeParam[]
  under?: string
}) {
  const t = useTranslations('recipes.params')
  return params.map((param) => {
    const name = `${under}.${param.name}` as FieldPath<Values>
    const frame = {
      control,
      name,
      label: param.name,
      hint: param.description,
      ...(param.required ? { required: true } : { optional: t('optional') }),
    }
    if (param.type === 'select')
      return (
        <SelectField
          key={param.name}
          {...frame}
          options={param.select_values.map(({ name: value, description }) => ({
            value,
            label: description ? `${value}: ${description}` : value,
          }))}
        />
      )
    if (isSecretName(param.name)) return <PasswordField key={param.name} {...frame} autoComplete="off" />
    return <TextField key={param.name} {...frame} autoComplete="off" />
  })
}
