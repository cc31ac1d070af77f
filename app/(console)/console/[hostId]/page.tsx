import { notFound } from 'next/navigation'
import { ConsoleWindow } from '../../../../components/hosts/console/console-window.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'

export const generateMetadata = () => pageTitle('console')

export default async function Page({ params }: { params: Promise<{ hostId: string }> }) {
  const { hostId } = await params
  if (!/^[1-9]\d{0,8}$/.test(hostId)) notFound()
  return <ConsoleWindow id={Number(hostId)} />
}
