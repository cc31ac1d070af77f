import { notFound } from 'next/navigation'
import { pageTitle } from '../../../../../components/i18n/page-title.ts'
import { OpenWebPage } from '../../../../../components/servers/web/open-web-page.tsx'

export const generateMetadata = () => pageTitle('webPage')

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  if (!/^[1-9]\d{0,8}$/.test(id)) notFound()
  return <OpenWebPage id={Number(id)} />
}
