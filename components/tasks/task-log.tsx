'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { ScriptLog } from '../../server/domain/task/schema.ts'
import { LogView } from '../ui/display/log-view.tsx'
import { Section } from '../ui/layout/section.tsx'

/** Lines that are drawn; a script without line ends must not hang the page. */
const MOST_LINES = 5_000

/** What the script of a task has written, with its end as soon as there is one. */
export function TaskLog({ log }: { log: ScriptLog }) {
  const t = useTranslations('taskWords.log')
  const lines = useMemo(() => {
    const all = log.text.replace(/\n$/, '').split('\n')
    return log.text === '' ? [] : all.slice(-MOST_LINES).map((text, at) => ({ id: at, text }))
  }, [log.text])
  return (
    <Section
      title={t('title')}
      action={
        log.exit_code === null ? undefined : <span className="num text-fg-3">{t('exit', { code: log.exit_code })}</span>
      }
    >
      {log.is_cut ? <p className="pb-1 text-12 text-fg-3">{t('cut')}</p> : null}
      <LogView lines={lines} label={t('title')} empty={t('empty')} />
    </Section>
  )
}
