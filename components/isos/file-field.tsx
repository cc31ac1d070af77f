'use client'
import Upload from 'lucide-react/icons/upload'
import { useRef } from 'react'
import { type Control, type FieldPath, type FieldValues, useController } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { useLabel } from '../form/labels.ts'
import { Button } from '../ui/controls/button.tsx'
import { Field } from '../ui/controls/field.tsx'

type Props<Values extends FieldValues> = {
  control: Control<Values, unknown, unknown>
  name: FieldPath<Values>
  label: string
  hint?: string
}

/** Chooses a file of this computer; only its name is shown. */
export function FileField<Values extends FieldValues>({ control, name, label, hint }: Props<Values>) {
  const t = useTranslations('isos')
  const input = useRef<HTMLInputElement>(null)
  useLabel(control, name, label)
  const { field, fieldState } = useController({ control, name })
  const file = field.value as File | null
  return (
    <Field label={label} hint={hint} error={fieldState.error?.message}>
      {(parts) => (
        <div className="flex min-w-0 items-center gap-3">
          <input
            {...parts}
            ref={input}
            name={name}
            type="file"
            accept=".iso,application/x-iso9660-image,application/x-cd-image"
            className="sr-only"
            onChange={(event) => {
              const chosen = event.target.files?.[0]
              if (chosen) field.onChange(chosen)
            }}
          />
          <Button icon={<Upload />} onClick={() => input.current?.click()}>
            {t('chooseFile')}
          </Button>
          <span className="min-w-0 truncate text-12 text-fg-3">{file ? file.name : t('noFile')}</span>
        </div>
      )}
    </Field>
  )
}
