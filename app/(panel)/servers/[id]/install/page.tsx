import { notFound } from 'next/navigation'
import { pageTitle } from '../../../../../components/i18n/page-title.ts'
import { InstallPage } from '../../../../../components/servers/install/install-page.tsx'

export const generateMetadata = () => pageTitle('install')

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  if (!/^[1-9]\d{0,8}$/.test(id)) notFound()
  return <InstallPage id={Number(id)} />
}
