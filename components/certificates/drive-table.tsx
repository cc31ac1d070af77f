import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { ErasedDrive } from '../../server/domain/erasure/certificate.ts'
import { driveSize } from '../../server/domain/hardware-report/parts.ts'
import { Rows } from '../ui/layout/rows.tsx'
import { ResultState } from './result-state.tsx'

/** The drives of a certificate, with what was done to each. */
export function DriveTable({ drives }: { drives: readonly ErasedDrive[] }) {
  const t = useTranslations('certificates')
  const format = useFormatter()
  const during = (from: string, to: string) =>
    format.dateTimeRange(new Date(from), new Date(to), { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' })
  return (
    <div className="overflow-x-auto">
      <Rows
        label={t('drives')}
        rows={drives.map((drive, at) => ({ ...drive, at }))}
        rowKey={({ at }) => at}
        columns={[
          {
            head: t('drive.model'),
            name: true,
            cell: ({ model, serial, wwn }) => (
              <Two upper={model || '-'} lower={<span className="mono">{serial || wwn || t('drive.noSerial')}</span>} />
            ),
          },
          { head: t('drive.size'), right: true, cell: ({ bytes }) => (bytes === null ? '-' : driveSize(bytes)) },
          {
            head: t('drive.method'),
            cell: ({ method, tried, started, ended }) => (
              <Two
                upper={
                  method
                    ? t(`methods.${method}`)
                    : tried.length > 0
                      ? t('drive.tried', { list: tried.map((one) => t(`methods.${one}`)).join(', ') })
                      : '-'
                }
                lower={started && ended ? t('drive.times', { range: during(started, ended) }) : ''}
              />
            ),
          },
          {
            head: t('drive.samples'),
            right: true,
            cell: ({ samples, result }) => (result === 'erased' ? t('drive.zero', { count: samples }) : '-'),
          },
          { head: t('drive.result'), cell: ({ result }) => <ResultState result={result} /> },
        ]}
      />
    </div>
  )
}

function Two({ upper, lower }: { upper: ReactNode; lower: ReactNode }) {
  return (
    <span className="block py-1">
      <span className="block">{upper}</span>
      {lower ? <span className="block text-12 font-normal text-fg-3">{lower}</span> : null}
    </span>
  )
}
