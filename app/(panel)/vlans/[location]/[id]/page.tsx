import { notFound } from 'next/navigation'
import { AdminsOnly } from '../../../../../components/api/admins-only.tsx'
import { pageTitle } from '../../../../../components/i18n/page-title.ts'
import { VlanPage } from '../../../../../components/vlans/vlan-page.tsx'

export const generateMetadata = () => pageTitle('vlans')

export default async function Page({ params }: { params: Promise<{ location: string; id: string }> }) {
  const { location, id } = await params
  if (![location, id].every((one) => /^[1-9]\d{0,8}$/.test(one))) notFound()
  return (
    <AdminsOnly>
      <VlanPage location={Number(location)} id={Number(id)} />
    </AdminsOnly>
  )
}
