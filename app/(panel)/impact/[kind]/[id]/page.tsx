import { notFound } from 'next/navigation'
import { AdminsOnly } from '../../../../../components/api/admins-only.tsx'
import { isNumber } from '../../../../../components/api/page.tsx'
import { pageTitle } from '../../../../../components/i18n/page-title.ts'
import { ImpactPage } from '../../../../../components/impact/impact-page.tsx'
import { impactKinds } from '../../../../../server/domain/impact/schema.ts'

export const generateMetadata = () => pageTitle('impact')

export default async function Page({ params }: { params: Promise<{ kind: string; id: string }> }) {
  const { kind, id } = await params
  const known = impactKinds.find((one) => one === kind)
  if (!known || !isNumber(id)) notFound()
  return (
    <AdminsOnly>
      <ImpactPage kind={known} id={Number(id)} />
    </AdminsOnly>
  )
}
