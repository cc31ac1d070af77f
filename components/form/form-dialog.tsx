'use client'
import { type ReactNode, useState } from 'react'
import { type FieldPath, type FieldValues, FormProvider } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { apiFault } from '../api/fault.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { fieldOf } from './submit-error.ts'
import type { PanelForm } from './use-panel-form.ts'

export type FormDialogProps<Values extends FieldValues, Output> = {
  panel: PanelForm<Values, Output>
  /** Names of all fields with what people read: a refusal that names one stands beside it. */
  labels: Readonly<Partial<Record<FieldPath<Values>, string>>>
  title: string
  description?: ReactNode
  /** Closes the dialog when it resolves; what it throws is shown and the dialog stays. */
  onSubmit: (values: Output) => Promise<unknown>
  onClose: () => void
  submitLabel: string
  disabledReason?: string | undefined
  width?: 'md' | 'lg'
  children: ReactNode
}

/** A short form that asks before anything else goes on. What is typed stays when it is refused. */
export function FormDialog<Values extends FieldValues, Output>(props: FormDialogProps<Values, Output>) {
  const { panel, labels, title, description, onSubmit, onClose, submitLabel, disabledReason, width, children } = props
  const t = useTranslations('form')
  const { form, forget } = panel
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const send = form.handleSubmit(async (values) => {
    setBusy(true)
    setRefusal(undefined)
    try {
      await onSubmit(values)
      forget()
      onClose()
    } catch (thrown) {
      const fault = apiFault(thrown)
      const place = fieldOf({ message: fault.msg, value: fault.value }, Object.keys(labels))
      if (place)
        form.setError(place as FieldPath<Values>, { type: 'server', message: fault.msg }, { shouldFocus: true })
      else setRefusal(fault.msg)
    } finally {
      setBusy(false)
    }
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={title}
      {...(description !== undefined && { description })}
      {...(width && { width })}
      footer={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>

          <Button kind="primary" busy={busy} disabledReason={disabledReason} onClick={() => void send()}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <FormProvider {...form}>
        <form
          noValidate
          aria-busy={busy}
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            if (!busy && !disabledReason) void send()
          }}
        >
          {children}
          {/* Enter in a field sends, although the button stands in the dialog's foot. */}
          <button type="submit" hidden />
        </form>
      </FormProvider>
      {refusal ? (
        <Notice kind="fault" title={t('refused')} className="mt-3">
          {refusal}
        </Notice>
      ) : null}
    </Dialog>
  )
}
