'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { erasureResults } from '../../server/domain/erasure/certificate.ts'
import type { CertificateRow } from '../../server/domain/erasure/schema.ts'
import { clearings, operationTypes } from '../../server/domain/operation/kinds.ts'
import { paths } from '../paths.ts'
import { NameLink, plainColumn } from '../table/cells.tsx'
import type { Column } from '../table/columns.ts'
import type { AskedView } from '../table/counted-views.ts'
import { enumFilter, type FilterField } from '../table/filters.ts'
import { Mono, TextLink } from '../ui/display/text.tsx'
import { RelativeTime } from '../ui/display/time.tsx'
import { ResultState } from './result-state.tsx'

/** Serial numbers that a row shows. */
const SHOWN = 1

/** The columns of certificates. */
export function useCertificateColumns(): readonly Column<CertificateRow>[] {
  const t = useTranslations('certificates')
  const types = useTranslations('operations.values.type')
  return useMemo(
    () => [
      plainColumn(
        'number',
        t('number'),
        110,
        (row) => <NameLink href={paths.certificate(row.id)}>{row.number}</NameLink>,
        {
          always: true,
        },
      ),
      plainColumn('server.name', t('server'), 120, ({ server, server_gone }) =>
        server_gone ? (
          <span title={t('serverGone')} className="text-fg-3">
            {server.name}
          </span>
        ) : (
          <TextLink plain href={paths.server(server.id, 'hardware')} prefetch={false}>
            {server.name}
          </TextLink>
        ),
      ),
      plainColumn('type', t('operation'), 140, ({ server, server_gone, operation, type }) => {
        const words = type && types(type)
        if (server_gone || words === null) return words
        return (
          <TextLink plain href={paths.serverOperation(server.id, operation)} prefetch={false}>
            {words}
          </TextLink>
        )
      }),
      plainColumn(
        'methods',
        t('drive.method'),
        160,
        (row) => row.methods.map((method) => t(`methods.${method}`)).join(', '),
        { sort: '' },
      ),
      plainColumn('drives', t('drives'), 220, (row) => <Drives serials={row.serials} />, { sort: '' }),
      plainColumn('result', t('result'), 130, (row) => <ResultState result={row.result} />),
      plainColumn('started_by', t('started_by'), 150, (row) => row.started_by, { quiet: true }),
      plainColumn('created_at', t('made'), 110, (row) => <RelativeTime at={row.created_at} />),
    ],
    [t, types],
  )
}

/** How many there are, and the serial numbers of the first; all of them stand in the certificate. */
function Drives({ serials }: { serials: readonly string[] }) {
  const t = useTranslations('certificates')
  if (serials.length === 0) return <span className="text-fg-3">{t('noneCleared')}</span>
  return (
    <span title={serials.join(', ')}>
      <span className="num">{serials.length}</span>
      <span className="text-fg-3">: </span>
      <Mono>{serials.slice(0, SHOWN).join(', ')}</Mono>
      {serials.length > SHOWN ? <span className="text-fg-3"> …</span> : null}
    </span>
  )
}

/** What certificates can be filtered by. */
export function useCertificateFilters(): readonly FilterField[] {
  const t = useTranslations('certificates')
  const values = useTranslations('operations.values')
  return useMemo(
    () => [
      enumFilter('result', t('result'), erasureResults, (value) => t(`results.${value}`)),
      { name: 'serial', label: t('driveSerial'), type: 'text' },
      { name: 'server.name', label: t('server'), type: 'text' },
      enumFilter('type', t('operation'), operationTypes, (value) => values(`type.${value}`)),
      {
        name: 'clear_hdd',
        label: t('clear_hdd'),
        type: 'enum',
        options: clearings.slice(1).map((value) => ({ value, label: values(`clear_hdd.${value}`) })),
      },
      { name: 'started_by', label: t('started_by'), type: 'text' },
      { name: 'created_at', label: t('made'), type: 'time' },
    ],
    [t, values],
  )
}

/** The questions that are asked of all certificates. */
export const certificateViews: readonly AskedView[] = [
  { key: 'all', filters: [], where: undefined },
  { key: 'erased', filters: [{ field: 'result', op: 'is', values: ['erased'] }], where: "result EQ 'erased'" },
  {
    key: 'notAll',
    filters: [{ field: 'result', op: 'is', values: ['partly', 'failed'] }],
    where: "result IN ('partly','failed')",
  },
]
