import { notFound } from 'next/navigation'
import { AdminsOnly } from '../../../../components/api/admins-only.tsx'
import { ClusterPage } from '../../../../components/clusters/page/cluster-page.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'

export const generateMetadata = () => pageTitle('clusters')

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  if (!/^[1-9]\d{0,8}$/.test(id)) notFound()
  return (
    <AdminsOnly>
      <ClusterPage id={Number(id)} />
    </AdminsOnly>
  )
}
