import { notFound } from 'next/navigation'
import { CertificatePage } from '../../../../components/certificates/certificate-page.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'

export const generateMetadata = () => pageTitle('certificate')

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  if (!/^[1-9]\d{0,8}$/.test(id)) notFound()
  return <CertificatePage id={Number(id)} />
}
