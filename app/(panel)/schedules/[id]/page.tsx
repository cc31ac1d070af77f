import { notFound } from 'next/navigation'
import { AdminsOnly } from '../../../../components/api/admins-only.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'
import { SchedulePage } from '../../../../components/schedules/page/schedule-page.tsx'

export const generateMetadata = () => pageTitle('schedules')

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  if (!/^[1-9]\d{0,8}$/.test(id)) notFound()
  return (
    <AdminsOnly>
      <SchedulePage id={Number(id)} />
    </AdminsOnly>
  )
}
