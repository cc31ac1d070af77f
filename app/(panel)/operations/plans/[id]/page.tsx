import { notFound } from 'next/navigation'
import { pageTitle } from '../../../../../components/i18n/page-title.ts'
import { PlanPage } from '../../../../../components/servers/plans/page/plan-page.tsx'

export const generateMetadata = () => pageTitle('operationPlans')

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  if (!/^[1-9]\d{0,8}$/.test(id)) notFound()
  return <PlanPage id={Number(id)} />
}
