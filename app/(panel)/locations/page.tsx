import { AdminsOnly } from '../../../components/api/admins-only.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'
import { LocationsPage } from '../../../components/locations/locations-page.tsx'

export const generateMetadata = () => pageTitle('locations')

export default function Page() {
  return (
    <AdminsOnly>
      <LocationsPage />
    </AdminsOnly>
  )
}
