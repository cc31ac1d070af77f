'use client'
import type { DefaultValues, FieldValues } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { type Fields, type FormValues, formValues } from '../../server/domain/shared/field.ts'
import { type FormShape, formShape } from '../../server/domain/shared/field-schema.ts'
import { FormDialog, type FormDialogProps } from '../form/form-dialog.tsx'
import { type PanelFormOptions, usePanelForm } from '../form/use-panel-form.ts'
import type { Namespace } from './field-labels.ts'

/** A form of a resource: for a new record without one. */
export type FormProps<Row> = { record?: Row; onClose: () => void }

type Body = 'create' | 'edit'
type Given = Readonly<Record<string, unknown>>

/**
 * The state of a form over a resource's own fields, and over what else it asks for: `shape` and `values`, by field.
 * @param given the record, or what a new one begins with
 * @returns `panel` for the dialog, `own` for `OwnFields`
 */
export function useRecordForm<F extends Fields, B extends Body, Shape extends z.ZodRawShape = Record<never, never>>(
  fields: F,
  words: Namespace,
  body: B,
  given: Given | undefined,
  more?: { shape: Shape; values: z.input<z.ZodObject<Shape>> },
  options: { secret?: readonly (keyof Shape & string)[]; draftKey?: string } = {},
) {
  type Values = FormValues<F, B> & z.input<z.ZodObject<Shape>>
  type Output = FormValues<F, B> & z.output<z.ZodObject<Shape>>
  const panel = usePanelForm<Values & FieldValues, Output>({
    schema: z.object({ ...formShape(fields, body), ...more?.shape } satisfies FormShape<F, B>) as unknown as z.ZodType<
      Output,
      Values & FieldValues
    >,
    defaultValues: { ...formValues(fields, body, given), ...more?.values } as DefaultValues<Values & FieldValues>,
    ...(options as Pick<PanelFormOptions<Values & FieldValues, Output>, 'secret' | 'draftKey'>),
  })
  return { panel, own: { control: panel.form.control, fields, words } }
}

/**
 * The dialog around a resource's form. It is called and sent in the same words everywhere.
 * @param words part of the catalogue that has `create`, and where they are needed `createTitle` and `createHint`
 */
export function RecordForm<Values extends FieldValues, Output>({
  words,
  record,
  ...dialog
}: Omit<FormDialogProps<Values, Output>, 'title' | 'submitLabel'> & {
  words: Namespace
  record: { name: string } | undefined
  title?: string
}) {
  const t = useTranslations(words) as unknown as { (key: string): string; has(key: string): boolean }
  const common = useTranslations('resource')
  const create = () => ({
    title: t.has('createTitle') ? t('createTitle') : t('create'),
    submitLabel: t('create'),
    ...(t.has('createHint') && { description: t('createHint') }),
  })
  return (
    <FormDialog
      {...(record ? { title: common('editTitle', { name: record.name }), submitLabel: common('save') } : create())}
      {...dialog}
    />
  )
}
