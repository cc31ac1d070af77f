import { notFound } from 'next/navigation'
import { AdminsOnly } from '../../../../components/api/admins-only.tsx'
import { ChassisPage } from '../../../../components/chassis/chassis-page.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'

export const generateMetadata = () => pageTitle('chassis')

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  if (!/^[1-9]\d{0,8}$/.test(id)) notFound()
  return (
    <AdminsOnly>
      <ChassisPage id={Number(id)} />
    </AdminsOnly>
  )
}
