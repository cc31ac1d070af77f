'use client'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { cn } from '../ui/class-names.ts'
import { Button } from '../ui/controls/button.tsx'
import { Checkbox } from '../ui/controls/checkbox.tsx'
import { Field } from '../ui/controls/field.tsx'
import { NumberInput } from '../ui/controls/number-input.tsx'
import { Select } from '../ui/controls/select.tsx'
import { Kbd } from '../ui/display/kbd.tsx'
import { StateMark } from '../ui/display/state-mark.tsx'
import { floatClass } from '../ui/floating/float-class.ts'
import { type LayoutId, layoutIds } from './keys/layouts.ts'
import { MAX_PASTE, planPaste, typeStrokes } from './keys/paste.ts'
import type { TypeKeys } from './keys-menu.tsx'
import { PasteText } from './paste-text.tsx'

export type PasteSettings = { layout: LayoutId; perSecond: number; enter: boolean }
const slowest = 1
const fastest = 200

/**
 * Text to be typed into a guest that accepts keys only: layout, rate, and what would be lost, before anything is sent.
 */
export function PastePanel(props: {
  settings: PasteSettings
  onSettings: (settings: PasteSettings) => void
  onKeys: TypeKeys
  onClose: () => void
}) {
  const { settings, onSettings, onKeys, onClose } = props
  const t = useTranslations('console.paste')
  const title = useId()
  const [text, setText] = useState('')
  const [sent, setSent] = useState<number | null>(null)
  const stop = useRef<AbortController>(null)
  useEffect(() => () => stop.current?.abort(), [])

  const plan = useMemo(() => planPaste(text, settings.layout, settings.enter), [text, settings.layout, settings.enter])
  const rate = Math.min(fastest, Math.max(slowest, settings.perSecond || slowest))
  const count = plan.strokes.length
  const isTooLong = text.length > MAX_PASTE

  const send = async () => {
    if (sent !== null || count === 0 || isTooLong) return
    const control = new AbortController()
    stop.current = control
    setSent(0)
    const { signal } = control
    const done = await typeStrokes(plan.strokes, {
      perSecond: rate,
      send: (step) => onKeys([step]),
      onProgress: (n) => setSent(n),
      signal,
    })
    setSent(null)
    if (done === count) {
      setText('')
      onClose()
    }
  }

  return (
    <section
      aria-labelledby={title}
      className={floatClass}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose()
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send()
      }}
    >
      <div className="flex flex-col gap-2 p-3">
        <div className="flex items-center justify-between">
          <h2 id={title} className="font-semibold">
            {t('title')}
          </h2>
          <Kbd>Ctrl Shift V</Kbd>
        </div>
        <PasteText
          label={t('text')}
          value={text}
          onChange={setText}
          layout={settings.layout}
          disabled={sent !== null}
        />
        {isTooLong ? <Warning>{t('tooLong', { count: MAX_PASTE })}</Warning> : null}
        {plan.missing.length > 0 ? (
          <Warning>
            {t.rich('missing', {
              count: plan.missing.length,
              signs: plan.missing.slice(0, 12).join(' '),
              mono: (signs) => <span className="mono">{signs}</span>,
            })}{' '}
            {plan.better.length > 0
              ? t('better', { layouts: plan.better.map((id) => t(`layouts.${id}`)).join(', ') })
              : t('noBetter')}
          </Warning>
        ) : null}
        <div className="grid grid-cols-2 gap-2">
          <Field label={t('layout')}>
            {(parts) => (
              <Select
                {...parts}
                value={settings.layout}
                onValueChange={(layout) => onSettings({ ...settings, layout })}
                options={layoutIds.map((id) => ({ value: id, label: t(`layouts.${id}`) }))}
              />
            )}
          </Field>
          <Field label={t('speed')}>
            {(parts) => (
              <NumberInput
                {...parts}
                value={settings.perSecond || null}
                onValueChange={(perSecond) => onSettings({ ...settings, perSecond: perSecond || 0 })}
                min={slowest}
                max={fastest}
                step={10}
                unit={t('perSecond')}
              />
            )}
          </Field>
        </div>
        <Checkbox
          checked={settings.enter}
          onChange={(event) => onSettings({ ...settings, enter: event.target.checked })}
        >
          {t('enter')}
        </Checkbox>
      </div>
      <div className="flex items-center gap-2 border-t border-line px-3 py-2">
        <span className="num mr-auto text-12 text-fg-3" role="status">
          {sent === null
            ? t('count', { count, seconds: Math.ceil(count / rate) })
            : t('progress', { done: sent, count })}
        </span>
        {sent === null ? (
          <>
            <Button size="sm" kind="quiet" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button
              size="sm"
              kind="primary"
              onClick={() => void send()}
              disabledReason={count === 0 ? t('nothing') : isTooLong ? t('tooLong', { count: MAX_PASTE }) : undefined}
            >
              {t('send')}
            </Button>
          </>
        ) : (
          <Button size="sm" onClick={() => stop.current?.abort()}>
            {t('stop')}
          </Button>
        )}
      </div>
    </section>
  )
}

function Warning({ children }: { children: React.ReactNode }) {
  return (
    <p role="status" className={cn('flex items-start gap-1.5 text-12 text-fg-2')}>
      <StateMark kind="warn" className="mt-px" />
      <span className="min-w-0 break-words">{children}</span>
    </p>
  )
}
