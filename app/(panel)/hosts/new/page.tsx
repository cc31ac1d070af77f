import { AdminsOnly } from '../../../../components/api/admins-only.tsx'
import { NewHostPage } from '../../../../components/hosts/new/new-host-page.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'

export const generateMetadata = () => pageTitle('newHost')

export default function Page() {
  return (
    <AdminsOnly needs="create_host">
      <NewHostPage />
    </AdminsOnly>
  )
}
