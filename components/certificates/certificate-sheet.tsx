import type { ReactNode } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Certificate } from '../../server/domain/erasure/schema.ts'
import { Said } from '../i18n/said.tsx'
import { paths } from '../paths.ts'
import { BrandMark } from '../ui/display/brand-mark.tsx'
import { Facts } from '../ui/layout/facts.tsx'
import { DriveTable } from './drive-table.tsx'
import { ResultState } from './result-state.tsx'

/** `entry`: of the audit chain; null: it has none, undefined: that is not known yet. */
type SheetProps = { certificate: Certificate; entry: number | null | undefined }

/** The sheet: what was cleared, where, when, by whom, and how that was checked. Times are UTC, since it is read elsewhere too. */
export function CertificateSheet({ certificate, entry }: SheetProps) {
  const t = useTranslations('certificates')
  const { id, content, sha256 } = certificate
  const origin = typeof window === 'undefined' ? '' : window.location.origin
  const { number, operation, result, reason, server, place, owner, started_by, began, ended, live_system, drives } =
    content
  const erased = drives.filter((drive) => drive.result === 'erased').length
  return (
    <article className="mx-auto max-w-200 border border-line bg-raised px-10 py-9 phone:px-4 phone:py-5 print:max-w-none print:border-0 print:px-4 print:py-2">
      <div className="flex items-center gap-2 font-semibold">
        <BrandMark /> Datahall
      </div>
      <h2 className="mt-4 text-18 font-semibold">
        {t(result !== 'erased' ? 'record' : operation.clear_hdd === 'full' ? 'certificate' : 'certificateSimple')}
      </h2>
      <p className="text-fg-2">
        {t('made_of', { number, operation: operation.id })} <Utc at={ended} />
      </p>
      <div className="mt-5 grid grid-cols-2 gap-x-8 gap-y-1 phone:grid-cols-1 print:grid-cols-2">
        <Facts
          className="content-start"
          facts={[
            { term: t('server'), value: [server.name, server.product].filter(Boolean).join(', ') },
            { term: t('serial'), value: <span className="mono">{server.serial || '-'}</span> },
            { term: t('place'), value: <Place place={place} /> },
            { term: t('owner'), value: owner ?? t('noOwner') },
          ]}
        />
        <Facts
          className="content-start"
          facts={[
            { term: t('started_by'), value: started_by },
            { term: t('began'), value: <Utc at={began} /> },
            { term: t('ended'), value: <Utc at={ended} /> },
            live_system !== null && { term: t('live_system'), value: live_system },
            {
              term: t('result'),
              value: (
                <>
                  <ResultState result={result} />{' '}
                  <span className="text-fg-2">{t('driveCount', { erased, all: drives.length })}</span>
                </>
              ),
            },
          ]}
        />
      </div>
      {reason ? (
        <p className="mt-3 break-words text-fault-fg">
          <Said text={reason} />
        </p>
      ) : null}
      <Part title={t('drives')}>
        {drives.length === 0 ? <p className="text-fg-3">{t('noDrives')}</p> : <DriveTable drives={drives} />}
      </Part>
      <Part title={t('howChecked')}>
        <p className="text-12 text-fg-2">{t(operation.clear_hdd === 'full' ? 'checkedFull' : 'checkedSimple')}</p>
      </Part>
      <footer className="mt-5 border-t border-line pt-3 text-12">
        {entry === undefined ? null : (
          <p className="font-semibold">{entry === null ? t('notInChain') : t('sealedIn', { entry })}</p>
        )}
        <p className="mono break-all text-fg-2">sha256 {sha256}</p>
        {/* On paper: the page that is looked at has its own button. */}
        <p className="hidden break-all text-fg-2 print:block">
          {t('checkAt', { address: `${origin}${paths.certificate(id)}` })}
        </p>
      </footer>
    </article>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-5 break-inside-avoid-page">
      <h3 className="mb-1 font-semibold">{title}</h3>
      {children}
    </section>
  )
}

function Utc({ at }: { at: string }) {
  const format = useFormatter()
  const words = format.dateTime(new Date(at), { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' })
  return <time dateTime={at} className="num">{`${words} UTC`}</time>
}

function Place({ place: { location, rack, unit } }: { place: Certificate['content']['place'] }) {
  const t = useTranslations('certificates')
  return [location, rack && t('rack', { rack }), rack && unit !== null && t('unit', { unit })]
    .filter(Boolean)
    .join(', ')
}
