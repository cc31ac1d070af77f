import { notFound } from 'next/navigation'
import { pageTitle } from '../../../../../../components/i18n/page-title.ts'
import { OperationPage } from '../../../../../../components/servers/operation/page/operation-page.tsx'

export const generateMetadata = () => pageTitle('operations')

const NUMBER = /^[1-9]\d{0,8}$/

export default async function Page({ params }: { params: Promise<{ id: string; operation: string }> }) {
  const { id, operation } = await params
  if (!NUMBER.test(id) || !NUMBER.test(operation)) notFound()
  return <OperationPage server_id={Number(id)} id={Number(operation)} />
}
