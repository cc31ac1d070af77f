'use client'
import Download from 'lucide-react/icons/download'
import { parseAsInteger, parseAsStringLiteral, useQueryState } from 'nuqs'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { importKinds } from '../../server/domain/import/kinds.ts'
import type { ImportAnswer, ImportAsked } from '../../server/domain/import/schema.ts'
import { type ApiFault, apiFault } from '../api/fault.ts'
import { useSendFile } from '../api/send-file.ts'
import { SectionTabs } from '../frame/section-tabs.tsx'
import { Button } from '../ui/controls/button.tsx'
import { Field } from '../ui/controls/field.tsx'
import { Radio, RadioGroup } from '../ui/controls/radio.tsx'
import { Select } from '../ui/controls/select.tsx'
import { Notice } from '../ui/display/notice.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { ImportReport } from './import-report.tsx'
import { ImportRun } from './import-run.tsx'
import { ImportText } from './import-text.tsx'
import { saveText } from './save-text.ts'
import { templateOf } from './template.ts'

const kinds = [...importKinds, 'all'] as const

/** A file of records: first what would happen, row by row, then it happens. */
export function ImportPage() {
  const t = useTranslations('import')
  const send = useSendFile()
  const [kind, setKind] = useQueryState('kind', parseAsStringLiteral(kinds).withDefault('server'))
  // A page that is opened with it shows how far an import is, or what became of it; `task` would open the drawer as well.
  const [task, setTask] = useQueryState('import', parseAsInteger)
  const [format, setFormat] = useState<ImportAsked['format']>('csv')
  const [text, setText] = useState('')
  const [on_error, setOnError] = useState<ImportAsked['on_error']>('stop')
  const [existing, setExisting] = useState<ImportAsked['existing']>('update')
  const [busy, setBusy] = useState<'check' | 'import' | null>(null)
  const [answer, setAnswer] = useState<ImportAnswer | null>(null)
  const [fault, setFault] = useState<ApiFault | null>(null)
  const asked = kind === 'all' ? 'yaml' : format

  /** What was found is about the inputs as they were. */
  const edit =
    <Value,>(set: (value: Value) => unknown) =>
    (value: Value) => {
      setAnswer(null)
      setFault(null)
      void setTask(null)
      void set(value)
    }
  const run = async (what: 'check' | 'import') => {
    setBusy(what)
    if (what === 'check') void setTask(null)
    setFault(null)
    try {
      const query = { format: asked, kind, on_error, existing }
      const file = new Blob([text])
      if (what === 'check') setAnswer(await send<ImportAnswer>('/dci/v3/import', { ...query, dry_run: 'true' }, file))
      else {
        await setTask((await send<{ task: number }>('/dci/v3/import/start', query, file)).task)
        setAnswer(null)
      }
    } catch (thrown) {
      setAnswer(null)
      setFault(apiFault(thrown))
    } finally {
      setBusy(null)
    }
  }
  const fits = answer ? answer.counts.create + answer.counts.update : 0
  const ready = answer !== null && !answer.applied && fits > 0 && (answer.counts.error === 0 || on_error === 'skip')
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          kind === 'all' ? null : (
            <Button
              icon={<Download />}
              onClick={() => saveText(`${kind}.csv`, templateOf(kind), 'text/csv')}
              className="phone:hidden"
            >
              {t('template')}
            </Button>
          )
        }
      />
      <SectionTabs />
      <div className="min-h-0 flex-1 overflow-y-auto px-6 pt-3 pb-6 phone:px-4 phone:pt-3">
        <p className="max-w-160 text-fg-2">{t('hint')}</p>
        <div className="mt-3 grid max-w-200 grid-cols-2 gap-4 phone:grid-cols-1">
          <Field label={t('kind')} hint={kind === 'all' ? t('allHint') : undefined}>
            {(parts) => (
              <Select
                {...parts}
                value={kind}
                onValueChange={edit(setKind)}
                options={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
              />
            )}
          </Field>
          <Field label={t('format')}>
            {(parts) => (
              <Select
                {...parts}
                value={asked}
                onValueChange={edit(setFormat)}
                disabled={kind === 'all'}
                options={[
                  { value: 'csv', label: 'CSV' },
                  { value: 'yaml', label: 'YAML' },
                ]}
              />
            )}
          </Field>
          <RadioGroup label={t('existing.label')}>
            {(['update', 'skip'] as const).map((value) => (
              <Radio key={value} name="existing" checked={existing === value} onChange={() => edit(setExisting)(value)}>
                {t(`existing.${value}`)}
              </Radio>
            ))}
          </RadioGroup>
          <RadioGroup label={t('onError.label')}>
            {(['stop', 'skip'] as const).map((value) => (
              <Radio key={value} name="on_error" checked={on_error === value} onChange={() => edit(setOnError)(value)}>
                {t(`onError.${value}`)}
              </Radio>
            ))}
          </RadioGroup>
        </div>
        <ImportText
          text={text}
          example={asked === 'csv' && kind !== 'all' ? templateOf(kind) : undefined}
          onText={edit(setText)}
          onFile={(file, isYaml) => {
            edit(setText)(file)
            setFormat(isYaml ? 'yaml' : 'csv')
          }}
        />
        <div className="mt-3 flex flex-wrap gap-2">
          <Button
            kind={ready ? 'default' : 'primary'}
            busy={busy === 'check'}
            disabledReason={text.trim() === '' ? t('textFirst') : undefined}
            onClick={() => void run('check')}
          >
            {t('check')}
          </Button>
          {ready ? (
            <Button kind="primary" busy={busy === 'import'} onClick={() => void run('import')}>
              {t('import', { count: fits })}
            </Button>
          ) : null}
        </div>
        {fault ? (
          <Notice kind="fault" className="mt-3 max-w-200" title={t('notRead')}>
            {fault.msg}
          </Notice>
        ) : null}
        {task !== null ? <ImportRun key={task} task={task} text={text} /> : null}
        {answer ? <ImportReport answer={answer} file={{ kind, format: asked, text, on_error }} /> : null}
      </div>
    </>
  )
}
