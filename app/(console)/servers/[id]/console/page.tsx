import { notFound } from 'next/navigation'
import { pageTitle } from '../../../../../components/i18n/page-title.ts'
import { ServerConsoleWindow } from '../../../../../components/servers/console/server-console-window.tsx'

export const generateMetadata = () => pageTitle('console')

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  if (!/^[1-9]\d{0,8}$/.test(id)) notFound()
  return <ServerConsoleWindow id={Number(id)} />
}
