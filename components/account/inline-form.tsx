'use client'
import { type ReactNode, useState } from 'react'
import { type FieldPath, type FieldValues, FormProvider } from 'react-hook-form'
import { apiFault } from '../api/fault.ts'
import { keepFocus } from '../form/form-dialog.tsx'
import { labelsOf } from '../form/labels.ts'
import { besideField, fieldOf } from '../form/submit-error.ts'
import type { PanelForm } from '../form/use-panel-form.ts'
import { Button } from '../ui/controls/button.tsx'
import { Notice } from '../ui/display/notice.tsx'
import { State } from '../ui/display/state-mark.tsx'

type InlineFormProps<Values extends FieldValues, Output> = {
  panel: PanelForm<Values, Output>
  onSubmit: (values: Output) => Promise<unknown>
  submitLabel: string
  /** Stands beside the button after a success, until something is typed again. */
  doneLabel: string
  children: ReactNode
}

/** A short form that stands open on a page with a button of its own. What is typed stays when it is refused. */
export function InlineForm<Values extends FieldValues, Output>(props: InlineFormProps<Values, Output>) {
  const { panel, onSubmit, submitLabel, doneLabel, children } = props
  const { form } = panel
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const send = form.handleSubmit(async (values) => {
    setBusy(true)
    setDone(false)
    setRefusal(undefined)
    try {
      await onSubmit(values)
      setDone(true)
    } catch (thrown) {
      const { msg, value } = apiFault(thrown)
      const said = { message: msg, value }
      const place = fieldOf(said, [...labelsOf(form.control).keys()])
      if (place)
        form.setError(place as FieldPath<Values>, { type: 'server', message: besideField(said) }, { shouldFocus: true })
      else setRefusal(msg)
    } finally {
      setBusy(false)
    }
  })
  return (
    <FormProvider {...form}>
      <form
        noValidate
        aria-busy={busy}
        className="flex max-w-100 flex-col gap-3"
        onInput={() => setDone(false)}
        onSubmit={(event) => {
          event.preventDefault()
          if (!busy) void send()
        }}
      >
        {children}
        {refusal ? <Notice kind="fault">{refusal}</Notice> : null}
        <div className="flex items-center gap-3">
          <Button type="submit" busy={busy} onMouseDown={keepFocus}>
            {submitLabel}
          </Button>
          <span role="status">{done ? <State kind="ok">{doneLabel}</State> : null}</span>
        </div>
      </form>
    </FormProvider>
  )
}
