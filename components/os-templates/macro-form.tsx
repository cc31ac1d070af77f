'use client'
import { lazy, useEffect, useState } from 'react'
import { type FieldPath, FormProvider } from 'react-hook-form'
import { useTranslations } from 'use-intl'
import { z } from 'zod'
import { MAX_MACRO_VALUE } from '../../server/domain/os-template/kinds.ts'
import type { OsTemplate } from '../../server/domain/os-template/schema.ts'
import { apiFault } from '../api/fault.ts'
import { settled } from '../api/settled.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { useAsking } from '../form/use-asking.tsx'
import { usePanelForm } from '../form/use-panel-form.ts'
import { useUnloadWarning } from '../form/use-unload-warning.ts'
import { Button } from '../ui/controls/button.tsx'
import { Notice } from '../ui/display/notice.tsx'
import { MacroField } from './macro-field.tsx'
import { isHidden, type MacroValues, macroChanges, macroValues } from './macro-values.ts'
import type { Previewed } from './template-preview.tsx'

const TemplatePreview = lazy(() => import('./template-preview.tsx'))

const text = z.string().max(MAX_MACRO_VALUE)
const rules = z.object({ plain: z.record(z.string(), text), secret: z.record(z.string(), text.nullable()) })

/** The macros of a template: what servers are told that boot into it. */
export function MacroForm({ template }: { template: OsTemplate }) {
  const t = useTranslations('osTemplates.macros')
  const { dci } = useTRPCClient()
  const panel = usePanelForm<MacroValues, MacroValues>({ schema: rules, defaultValues: macroValues(template) })
  const { form } = panel
  const { isDirty } = form.formState
  const [busy, setBusy] = useState<'save' | 'preview' | null>(null)
  const [refusal, setRefusal] = useState<string>()
  // What is typed was typed over this version: somebody else's change meanwhile is refused, not written over.
  const [revision, setRevision] = useState(template.revision)
  useUnloadWarning(isDirty)
  const { ask, dialogs } = useAsking<Previewed>((previewed, onClose) => (
    <TemplatePreview name={template.name} previewed={previewed} onClose={onClose} />
  ))
  const { reset } = form
  useEffect(() => {
    if (isDirty || template.revision === revision) return
    reset(macroValues(template))
    setRevision(template.revision)
  }, [template, revision, isDirty, reset])

  const attempt = (what: 'save' | 'preview', work: (changes: Record<string, string | null>) => Promise<void>) =>
    form.handleSubmit(async (values) => {
      setBusy(what)
      setRefusal(undefined)
      try {
        await work(macroChanges(template, values))
      } catch (thrown) {
        const { msg, value } = apiFault(thrown)
        const macro = template.macros.find(({ name }) => value === `macro.${name}`)
        if (!macro) return setRefusal(msg)
        const place = `${isHidden(template, macro) ? 'secret' : 'plain'}.${macro.name}` as FieldPath<MacroValues>
        const words = msg.replace(/^[^:]*: /u, '')
        form.setError(place, { type: 'server', message: words }, { shouldFocus: true })
      } finally {
        setBusy(null)
      }
    })
  const params = { os_template_id: template.id }
  const save = attempt('save', async (macro) => {
    await dci.osTemplate.edit.mutate({ params, body: { macro }, if_match: revision })
    await settled()
    // What was typed is kept now: the record that follows begins the form anew.
    reset(undefined, { keepValues: true })
  })
  const preview = attempt('preview', async (macro) => {
    ask(await dci.osTemplate.preview.mutate({ params, body: { macro } }))
  })
  return (
    <section aria-labelledby="template-macros" className="border-t border-line">
      <div className="flex items-baseline gap-2 px-4 pt-2.5">
        <h3 id="template-macros" className="font-semibold">
          {t('title')}
        </h3>
        <span className="text-12 text-fg-3">{template.macros.length > 0 ? t('hint') : t('none')}</span>
      </div>
      <FormProvider {...form}>
        <form
          noValidate
          aria-busy={busy !== null}
          onSubmit={(event) => {
            event.preventDefault()
            if (isDirty && busy === null) void save()
          }}
        >
          <div className="flex flex-col gap-3 px-4 py-2">
            {template.macros.map((macro) => (
              <MacroField key={macro.name} template={template} macro={macro} control={form.control} />
            ))}
            {refusal ? (
              <Notice kind="fault" title={t('refused')}>
                {refusal}
              </Notice>
            ) : null}
            {panel.unchecked ? <Notice kind="fault">{panel.unchecked}</Notice> : null}
          </div>
          <div className="sticky bottom-0 flex items-center justify-end gap-2 border-t border-line bg-raised px-4 py-2">
            <Button kind="quiet" busy={busy === 'preview'} onClick={() => void preview()}>
              {t('preview')}
            </Button>
            {template.macros.length > 0 ? (
              <>
                {isDirty ? <Button onClick={() => reset(macroValues(template))}>{t('discard')}</Button> : null}
                <Button
                  kind="primary"
                  type="submit"
                  busy={busy === 'save'}
                  disabledReason={isDirty ? undefined : t('nothingTyped')}
                >
                  {t('save')}
                </Button>
              </>
            ) : null}
          </div>
        </form>
      </FormProvider>
      {dialogs}
    </section>
  )
}
