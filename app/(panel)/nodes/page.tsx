import { AdminsOnly } from '../../../components/api/admins-only.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'
import { NodesPage } from '../../../components/nodes/nodes-page.tsx'

export const generateMetadata = () => pageTitle('nodes')

export default function Page() {
  return (
    <AdminsOnly>
      <NodesPage />
    </AdminsOnly>
  )
}
