'use client'
import Dices from 'lucide-react/icons/dices'
import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { useController } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { PasswordField } from '../form/fields.tsx'
import { Button } from '../ui/controls/button.tsx'
import { Copyable } from '../ui/controls/copy.tsx'
import { makePassword } from './make-password.ts'

export type PasswordMadeProps<Values extends FieldValues> = {
  control: Control<Values, unknown, unknown>
  name: FieldPath<Values>
  label: string
  hint?: string
  length?: number
}

/** A new password: typed, or made here and shown in full this once so that it can be taken away. */
export function PasswordMade<Values extends FieldValues>({
  control,
  name,
  label,
  hint,
  length,
}: PasswordMadeProps<Values>) {
  const t = useTranslations('hosts')
  const { field } = useController({ control, name })
  const { field: made } = useController({ control, name: `${name}_made` as FieldPath<Values> })
  const shown = made.value === field.value && field.value ? String(made.value) : null
  return (
    <div>
      <PasswordField
        control={control}
        name={name}
        label={label}
        autoComplete="new-password"
        hint={hint}
        aside={
          <Button
            kind="quiet"
            size="sm"
            icon={<Dices />}
            className="-my-1"
            onClick={() => {
              const next = makePassword(length)
              made.onChange(next)
              field.onChange(next)
            }}
          >
            {t('password.make')}
          </Button>
        }
      />
      {shown ? (
        <div className="mt-1.5 flex flex-wrap items-center gap-2 rounded-md border border-line bg-inset px-2 py-1.5 text-12">
          <Copyable text={shown} />
          <span className="text-fg-3">{t('password.shownOnce')}</span>
        </div>
      ) : null}
    </div>
  )
}
