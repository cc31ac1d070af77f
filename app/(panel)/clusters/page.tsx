import { AdminsOnly } from '../../../components/api/admins-only.tsx'
import { ClustersPage } from '../../../components/clusters/clusters-page.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'

export const generateMetadata = () => pageTitle('clusters')

export default function Page() {
  return (
    <AdminsOnly>
      <ClustersPage />
    </AdminsOnly>
  )
}
