'use client'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type DefaultValues, type FieldErrors, type FieldValues, type Resolver, useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import type { z } from 'zod'
import { type Draft, dropDraft, keepDraft, readDraft, withoutSecrets } from './draft.ts'
import { type Issue, issueMessage } from './issue-message.ts'
import { unfinishedErrors } from './unfinished.ts'

export type PanelFormOptions<Values extends FieldValues, Output> = {
  /**
   * What people type, mirrored as they think of it; the request is made from its output in `onSubmit`. A form that is a page of its own
   * fetches it after the page is drawn: the checking library is a tenth of all script.
   */
  schema: z.ZodType<Output, Values> | (() => Promise<z.ZodType<Output, Values>>)
  defaultValues: DefaultValues<Values>
  /** Names the draft ("host.new", "host.41.edit"); without it nothing is kept. */
  draftKey?: string
  /** Fields that never go into a draft. */
  secret?: readonly (keyof Values & string)[]
}

const pause = 400
/** Holds a form back that could not be checked. */
export const NO_RULES = '(rules)'

const rulesOf = <Values extends FieldValues, Output>(schema: PanelFormOptions<Values, Output>['schema']) =>
  Promise.all([typeof schema === 'function' ? schema() : schema, import('@hookform/resolvers/zod')])

/** A form that checks by its schema when a field is left, and keeps what is typed until it is sent. */
export function usePanelForm<Values extends FieldValues, Output>(options: PanelFormOptions<Values, Output>) {
  const { schema, defaultValues, draftKey, secret } = options
  const t = useTranslations('form')
  const [draft, setDraft] = useState<Draft | null>(null)
  const [unchecked, setUnchecked] = useState(false)
  /** The form's control, which pickers know the form by. */
  const own = useRef<object>(undefined)
  const resolver: Resolver<Values, unknown, Output> = async (values, context, given) => {
    const loaded = await rulesOf(schema).catch(() => null)
    // Behind an update of the panel, or without a network, the page has no rules: it says so rather than nothing.
    setUnchecked(loaded === null)
    if (!loaded) {
      // It is about no field, and an error at the root is dropped before sending.
      return { values: {}, errors: { [NO_RULES as string]: { type: 'load' } } as FieldErrors<Values> }
    }
    const [rules, { zodResolver }] = loaded
    const error = (raw: unknown) => {
      const { key, limit } = issueMessage(raw as Issue)
      return t(`issues.${key}`, { limit: limit ?? 0 })
    }
    const checked = await zodResolver(rules, { error })(values, context, given)
    const unfinished = own.current && unfinishedErrors<Values>(own.current, t('issues.choice'))
    return unfinished ? { values: {}, errors: { ...checked.errors, ...unfinished } } : checked
  }
  const early = useRef(schema)
  useEffect(() => {
    // Beforehand, so that the first check has nothing to wait for.
    rulesOf(early.current).catch(() => {})
  }, [])
  const form = useForm<Values, unknown, Output>({
    resolver,
    defaultValues,
    mode: 'onTouched',
    shouldFocusError: true,
  })
  const { reset, subscribe, getValues } = form
  own.current = form.control
  const hidden = useRef(secret ?? [])
  const first = useRef(defaultValues)
  /** What was typed in the last moments and is not written down yet. */
  const pending = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)

  useEffect(() => {
    if (!draftKey) return
    const kept = readDraft(sessionStorage, draftKey, Date.now())
    if (kept) {
      reset({ ...first.current, ...kept.values } as DefaultValues<Values>, { keepDefaultValues: true })
      setDraft(kept)
    }
    const keep = () => {
      clearTimeout(pending.current)
      pending.current = undefined
      const next = { at: Date.now(), values: withoutSecrets(getValues(), hidden.current) }
      if (keepDraft(sessionStorage, draftKey, next)) setDraft(next)
    }
    const stop = subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ name, isDirty }) => {
        // Without a name it is a reset; a value equal to the default was not typed.
        if (!name || !isDirty) return
        clearTimeout(pending.current)
        pending.current = setTimeout(keep, pause)
      },
    })
    // Who leaves within the pause loses nothing either.
    const keepNow = () => {
      if (pending.current !== undefined) keep()
    }
    addEventListener('pagehide', keepNow)
    return () => {
      stop()
      removeEventListener('pagehide', keepNow)
      keepNow()
    }
  }, [draftKey, reset, subscribe, getValues])

  const drop = useCallback(() => {
    clearTimeout(pending.current)
    pending.current = undefined
    if (draftKey) dropDraft(sessionStorage, draftKey)
    setDraft(null)
  }, [draftKey])

  return useMemo(
    () => ({
      form,
      draft,
      /** Why the form cannot be sent: its rules could not be loaded. */
      unchecked: unchecked ? t(draftKey ? 'notChecked' : 'notCheckedHere') : null,
      /** What is typed outlives the page. */
      keeps: draftKey !== undefined,
      /** After a success, or when the person begins anew. */
      forget: drop,
      startOver: () => {
        drop()
        reset(first.current)
      },
    }),
    [form, draft, draftKey, unchecked, reset, drop, t],
  )
}

export type PanelForm<Values extends FieldValues, Output> = ReturnType<typeof usePanelForm<Values, Output>>
