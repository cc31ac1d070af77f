'use client'
import { type KeyboardEvent, type ReactNode, useEffect, useId } from 'react'
import { type FieldPath, type FieldValues, FormProvider } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { Button } from '../ui/controls/button.tsx'
import { Kbd } from '../ui/display/kbd.tsx'
import { Notice } from '../ui/display/notice.tsx'
import type { DisabledReason } from '../ui/display/reason.tsx'
import { StateMark } from '../ui/display/state-mark.tsx'
import { RelativeTime } from '../ui/display/time.tsx'
import { FormFooter } from '../ui/layout/form-layout.tsx'
import { labelsOf } from './labels.ts'
import { LiveFields } from './live-fields.tsx'
import { besideField, fieldOf, namesOf, type SubmitError } from './submit-error.ts'
import { NO_RULES, type PanelForm } from './use-panel-form.ts'

export type FormShellProps<Values extends FieldValues, Output> = {
  panel: PanelForm<Values, Output>
  /** Required, so that each form handles pending and failed requests. */
  loading: boolean
  submitError: SubmitError | null
  /** Called with what the schema made of the values. The draft goes when it resolves. */
  onSubmit: (values: Output) => Promise<unknown> | unknown
  submitLabel: string
  onCancel?: () => void
  /** Beside the buttons: "How many". */
  footer?: ReactNode
  /** Stands at the left of the foot as long as nothing is wrong. */
  note?: ReactNode
  /** `destroy` where something is erased; what is typed for it stands in `footer`. */
  submitKind?: 'primary' | 'destroy'
  disabledReason?: string | DisabledReason | undefined
  children: ReactNode
  /** Right of the fields, 344 px: what will be made. */
  side?: ReactNode
  sideLabel?: string
}

/** The body of a form page: sections, the error where it belongs, the buttons at the foot. Ctrl-Enter sends. */
export function FormShell<Values extends FieldValues, Output>(props: FormShellProps<Values, Output>) {
  const {
    panel,
    loading,
    submitError,
    onSubmit,
    submitLabel,
    onCancel,
    footer,
    note = null,
    submitKind = 'primary',
    disabledReason,
    children,
    side,
    sideLabel,
  } = props
  const t = useTranslations('form')
  const id = useId()
  const { form, forget } = panel
  const { setError, formState } = form
  const labels = labelsOf(form.control)
  const place = submitError ? fieldOf(submitError, [...labels.keys()]) : undefined

  useEffect(() => {
    if (!submitError || !place) return
    setError(place as FieldPath<Values>, { type: 'server', message: besideField(submitError) }, { shouldFocus: true })
  }, [submitError, place, setError])

  const send = form.handleSubmit(async (values) => {
    await onSubmit(values)
    forget()
  })
  const submit = () => {
    if (!loading && !disabledReason) {
      // An error reaches the page as `submitError`; here it must not end the draft.
      send().catch(() => {})
    }
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    submit()
  }
  const wrong = namesOf(formState.errors as Record<string, unknown>)
    .filter((name) => name !== NO_RULES)
    .map((name) => labels.get(name) ?? name)
  return (
    <FormProvider {...form}>
      <form
        noValidate
        id={id}
        aria-busy={loading}
        onKeyDown={keys}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
        className="flex min-h-0 flex-1 flex-col"
      >
        <div
          className={
            side
              ? 'grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_var(--panel-w)] border-t border-line @max-[880px]:block @max-[880px]:overflow-y-auto'
              : 'min-h-0 flex-1 overflow-y-auto border-t border-line'
          }
        >
          <div className="min-w-0 overflow-y-auto px-6 pb-4 phone:px-4">
            {submitError && !place ? (
              <Notice kind="fault" title={t('refused')} className="mt-4">
                {submitError.message}
              </Notice>
            ) : null}
            {panel.unchecked ? (
              <Notice kind="fault" className="mt-4">
                {panel.unchecked}
              </Notice>
            ) : null}
            <LiveFields>{children}</LiveFields>
          </div>
          {side ? (
            <aside
              aria-label={sideLabel}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
              tabIndex={0}
              className="overflow-y-auto border-l border-line bg-subtle px-5 pb-4 @max-[880px]:border-t @max-[880px]:border-l-0"
            >
              {side}
            </aside>
          ) : null}
        </div>
        <FormFooter
          note={
            wrong.length > 0 ? (
              <span className="flex items-center gap-1.5 text-fault-fg">
                <StateMark kind="fault" />
                {t('needChange', { count: wrong.length, fields: wrong.join(', ') })}
              </span>
            ) : (
              note
            )
          }
        >
          {footer}
          {onCancel ? <Button onClick={onCancel}>{t('cancel')}</Button> : null}
          <Button kind={submitKind} type="submit" busy={loading} disabledReason={disabledReason}>
            {submitLabel} <Kbd on="accent">Ctrl ↵</Kbd>
          </Button>
        </FormFooter>
      </form>
    </FormProvider>
  )
}

/** For the page header: says that nothing is lost, and offers to begin anew. */
export function DraftNote<Values extends FieldValues, Output>({ panel }: { panel: PanelForm<Values, Output> }) {
  const t = useTranslations('form')
  if (!panel.draft) return null
  return (
    <span className="flex items-center gap-2">
      <span>{t.rich('draftKept', { when: () => <RelativeTime at={panel.draft?.at ?? 0} /> })}</span>
      <button type="button" onClick={panel.startOver} className="rounded-xs text-accent-text hover:underline">
        {t('startOver')}
      </button>
    </span>
  )
}
