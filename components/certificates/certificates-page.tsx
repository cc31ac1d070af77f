'use client'
import { useTranslations } from 'use-intl'
import type { CertificateRow } from '../../server/domain/erasure/schema.ts'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { ResourceList } from '../resource/resource-list.tsx'
import { TextLink } from '../ui/display/text.tsx'
import { EmptyState } from '../ui/layout/empty-state.tsx'
import { certificateViews, useCertificateColumns, useCertificateFilters } from './columns.tsx'
import { ResultState } from './result-state.tsx'

const newest = { field: 'id', desc: true }

/** Certificates of all disks that were cleared, and records of those that were not. */
export function CertificatesPage() {
  const trpc = useTRPC()
  const t = useTranslations('certificates')
  return (
    <ResourceList<CertificateRow>
      id="certificates"
      words="certificates"
      csv="dci/erasure_certificate"
      list={trpc.dci.erasureCertificate.list}
      sort={newest}
      views={certificateViews}
      filters={useCertificateFilters()}
      columns={useCertificateColumns()}
      rowHref={(row) => paths.certificate(row.id)}
      rowName={(row) => t('name', { number: row.number })}
      phone={(row) => ({ detail: row.server.name, state: <ResultState result={row.result} /> })}
      empty={
        <EmptyState title={t('none')} actions={<TextLink href={paths.servers()}>{t('toServers')}</TextLink>}>
          {t('noneHint')}
        </EmptyState>
      }
    />
  )
}
