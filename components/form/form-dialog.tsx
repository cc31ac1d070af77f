'use client'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { type FieldPath, type FieldValues, FormProvider } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { apiFault, STALE } from '../api/fault.ts'
import { settled } from '../api/settled.ts'
import { Button } from '../ui/controls/button.tsx'
import { Notice } from '../ui/display/notice.tsx'
import { Dialog } from '../ui/floating/dialog.tsx'
import { DraftNote } from './form-shell.tsx'
import { labelsOf } from './labels.ts'
import { besideField, fieldOf } from './submit-error.ts'
import type { PanelForm } from './use-panel-form.ts'
import { useUnloadWarning } from './use-unload-warning.ts'

export type FormDialogProps<Values extends FieldValues, Output> = {
  panel: PanelForm<Values, Output>
  title: string
  description?: ReactNode
  /** Closes the dialog when it resolves and the page shows what it changed; what it throws is shown and the dialog stays. */
  onSubmit: (values: Output) => Promise<unknown>
  onClose: () => void
  submitLabel: string
  disabledReason?: string | undefined
  width?: 'md' | 'lg'
  /** What it does cannot be undone. */
  danger?: boolean
  children: ReactNode
}

/** Leaving a field checks it, and what it has to say would move the button away from under the pointer. */
export const keepFocus = (event: MouseEvent) => event.preventDefault()

/** A long form may be scrolled to where its error cannot be seen. */
const bringIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' })

/** A short form that asks before anything else goes on. What is typed stays when it is refused, and is not lost unasked. */
export function FormDialog<Values extends FieldValues, Output>(props: FormDialogProps<Values, Output>) {
  const { panel, title, description, onSubmit, onClose, submitLabel, disabledReason, width, danger, children } = props
  const t = useTranslations('form')
  const { form, forget } = panel
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const [stale, setStale] = useState(false)
  const [leaving, setLeaving] = useState(false)
  // Read while rendering: react-hook-form tracks only the fields that are read.
  const { isDirty } = form.formState
  const unsaved = isDirty && !panel.keeps
  useUnloadWarning(unsaved)
  /** Esc and the scrim ask as well; while they ask, they go back to the fields. */
  const leave = () => {
    if (busy) return
    if (leaving) setLeaving(false)
    else if (unsaved) setLeaving(true)
    else onClose()
  }
  const send = form.handleSubmit(async (values) => {
    setBusy(true)
    setLeaving(false)
    setStale(false)
    setRefusal(undefined)
    try {
      await onSubmit(values)
      await settled()
      forget()
      onClose()
    } catch (thrown) {
      const fault = apiFault(thrown)
      const said = { message: fault.msg, value: fault.value }
      const place = fieldOf(said, [...labelsOf(form.control).keys()])
      if (place)
        form.setError(place as FieldPath<Values>, { type: 'server', message: besideField(said) }, { shouldFocus: true })
      else {
        setRefusal(fault.msg)
        setStale(fault.code === STALE)
      }
    } finally {
      setBusy(false)
    }
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : leave())}
      title={title}
      {...(description !== undefined && { description })}
      width={width}
      footerNote={
        leaving ? <span role="alert">{t('unsaved')}</span> : panel.keeps ? <DraftNote panel={panel} /> : undefined
      }
      footer={
        leaving ? (
          <>
            <Button autoFocus onClick={() => setLeaving(false)}>
              {t('keepEditing')}
            </Button>
            <Button kind="danger" onClick={onClose}>
              {t('discard')}
            </Button>
          </>
        ) : (
          <>
            <Button onMouseDown={keepFocus} onClick={leave}>
              {t('cancel')}
            </Button>
            <Button
              kind={danger ? 'danger' : 'primary'}
              busy={busy}
              disabledReason={disabledReason}
              onMouseDown={keepFocus}
              onClick={() => void send()}
            >
              {submitLabel}
            </Button>
          </>
        )
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
      {panel.unchecked ? (
        <Notice kind="fault" className="mt-3">
          {panel.unchecked}
        </Notice>
      ) : null}
      {refusal ? (
        <div ref={bringIntoView}>
          <Notice kind="fault" title={stale ? t('stale') : t('refused')} className="mt-3">
            {stale ? t('staleHint') : refusal}
          </Notice>
        </div>
      ) : null}
    </Dialog>
  )
}
