import { notFound } from 'next/navigation'
import { AdminsOnly } from '../../../../components/api/admins-only.tsx'
import { BackupLocationPage } from '../../../../components/backup-locations/page/location-page.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'

export const generateMetadata = () => pageTitle('backupLocations')

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  if (!/^[1-9]\d{0,8}$/.test(id)) notFound()
  return (
    <AdminsOnly>
      <BackupLocationPage id={Number(id)} />
    </AdminsOnly>
  )
}
