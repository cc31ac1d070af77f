'use client'
import Download from 'lucide-react/icons/download'
import { useTranslations } from 'use-intl'
import { importOutcomes, MOST_TOLD } from '../../server/domain/import/kinds.ts'
import type { ImportAnswer, ImportAsked, ImportRow } from '../../server/domain/import/schema.ts'
import { useSaid } from '../i18n/said.tsx'
import { Button } from '../ui/controls/button.tsx'
import { Notice } from '../ui/display/notice.tsx'
import { State, type StateKind } from '../ui/display/state-mark.tsx'
import { Table, TableHead, Td, Th, Tr } from '../ui/layout/table.tsx'
import { saveText } from './save-text.ts'

const marks: Record<ImportRow['outcome'], StateKind> = {
  create: 'ok',
  update: 'run',
  same: 'off',
  skip: 'off',
  error: 'fault',
}
/** More rows tell a person no more. */
const SHOWN = 200

/** A column, and what it was and becomes where both are known. */
function Change({ field, from, to }: ImportRow['changes'][number]) {
  if (from === '' && to === '') return field
  return (
    <>
      {field}: {from || '-'} → <span className="text-fg">{to || '-'}</span>
    </>
  )
}

/** What was imported, or tried. */
export type ImportedFile = Pick<ImportAsked, 'kind' | 'format' | 'on_error'> & { text: string }

/** What became of a file, or would: the sums, then the rows, faulty ones first. */
export function ImportReport({ answer, file }: { answer: ImportAnswer; file: ImportedFile }) {
  const t = useTranslations('import')
  const said = useSaid()
  const { counts, applied, rows, total } = answer
  const stopped = !applied && counts.error > 0 && file.on_error === 'stop'
  const told = importOutcomes
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => t(`counts.${outcome}`, { count: counts[outcome] }))
    .join(', ')
  const saveFaulty = async () => {
    // The reader of CSV files is wanted here alone, and rarely.
    const { faultyRows } = await import('./faulty-rows.ts')
    saveText(`${file.kind}-errors.csv`, faultyRows(file.text, rows, said), 'text/csv')
  }
  const hidden = total - counts.same - Math.min(rows.length, SHOWN)
  return (
    <section className="mt-5">
      <Notice
        kind={applied ? (counts.error > 0 ? 'warn' : 'ok') : counts.error > 0 ? 'fault' : 'plain'}
        className="max-w-200"
        title={applied ? t('done') : stopped ? t('stopped') : t('wouldBe')}
      >
        {total === 0 ? t('noRows') : told}
      </Notice>
      {counts.error > 0 && file.format === 'csv' && file.text !== '' ? (
        <Button icon={<Download />} className="mt-3 phone:hidden" onClick={() => void saveFaulty()}>
          {t('faulty', { count: Math.min(counts.error, MOST_TOLD) })}
        </Button>
      ) : null}
      {rows.length > 0 ? (
        <Table label={t('rows')} className="mt-3">
          <TableHead>
            <Th right>{t('line')}</Th>
            <Th>{t('record')}</Th>
            <Th>{t('outcome')}</Th>
            <Th>{t('why')}</Th>
          </TableHead>
          <tbody>
            {rows.slice(0, SHOWN).map((row) => (
              <Tr key={`${row.kind} ${row.line}`}>
                <Td right quiet>
                  {row.line}
                </Td>
                <Td name className="max-w-80">
                  {row.name || '-'}
                </Td>
                <Td>
                  <State kind={marks[row.outcome]}>{t(`outcomes.${row.outcome}`)}</State>
                </Td>
                <Td quiet={row.errors.length === 0} className="py-1 whitespace-normal">
                  {row.errors.length > 0
                    ? row.errors.map(({ field, words, text }) => (
                        <span key={`${field} ${words}`} className="block">
                          {field ? <span className="mono">{field}: </span> : null}
                          {said(text)}
                        </span>
                      ))
                    : row.changes.map((change, at) => (
                        <span key={change.field}>
                          {at > 0 ? ', ' : null}
                          <Change {...change} />
                        </span>
                      ))}
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      ) : null}
      {hidden > 0 ? <p className="mt-2 text-12 text-fg-3">{t('moreRows', { count: hidden })}</p> : null}
    </section>
  )
}
