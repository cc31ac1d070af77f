import { notFound } from 'next/navigation'
import { HostPage } from '../../../../components/hosts/page/host-page.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'

export const generateMetadata = () => pageTitle('hosts')

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  if (!/^[1-9]\d{0,8}$/.test(id)) notFound()
  return <HostPage id={Number(id)} />
}
