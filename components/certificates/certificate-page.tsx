'use client'
import { useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import Printer from 'lucide-react/icons/printer'
import { useTranslations } from 'use-intl'
import type { Certificate } from '../../server/domain/erasure/schema.ts'
import { ObjectGate } from '../api/object-gate.tsx'
import { useTRPC } from '../api/trpc.ts'
import { PageCrumbs } from '../frame/crumbs.tsx'
import { paths } from '../paths.ts'
import { useTitle } from '../shell/use-title.ts'
import { Button } from '../ui/controls/button.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { CertificateCheck } from './certificate-check.tsx'
import { CertificateSheet } from './certificate-sheet.tsx'

/** A certificate of cleared disks, or the record that they were not: a sheet that prints on one page. */
export function CertificatePage({ id }: { id: number }) {
  const trpc = useTRPC()
  const query = useQuery(trpc.dci.erasureCertificate.get.queryOptions({ params: { certificate_id: id } }))
  return <ObjectGate query={query}>{(certificate) => <Page certificate={certificate} />}</ObjectGate>
}

function Page({ certificate }: { certificate: Certificate }) {
  const t = useTranslations('certificates')
  const trpc = useTRPC()
  const { id, number, server, server_gone } = certificate
  const check = useQuery(trpc.dci.erasureCertificate.check.queryOptions({ params: { certificate_id: id } }))
  const name = t('name', { number })
  useTitle(name)
  return (
    <>
      <PageCrumbs
        crumbs={[
          { label: server.name, ...(!server_gone && { href: paths.server(server.id, 'hardware') }) },
          { label: name },
        ]}
      />
      <div className="print:hidden">
        <PageHeader
          title={name}
          actions={
            <>
              <Button icon={<Printer />} onClick={() => window.print()}>
                {t('print')}
              </Button>
              <Button asChild icon={<Download />}>
                <a href={paths.certificateFile(id)} download>
                  {t('download')}
                </a>
              </Button>
            </>
          }
        />
        <CertificateCheck query={check} />
      </div>
      <div className="px-6 pb-8 phone:px-0 print:p-0">
        <CertificateSheet certificate={certificate} entry={check.data?.entry} />
      </div>
    </>
  )
}
