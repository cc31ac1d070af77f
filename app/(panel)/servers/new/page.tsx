import { AdminsOnly } from '../../../../components/api/admins-only.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'
import { NewServerPage } from '../../../../components/servers/new/new-server-page.tsx'

export const generateMetadata = () => pageTitle('newServer')

export default function Page() {
  return (
    <AdminsOnly>
      <NewServerPage />
    </AdminsOnly>
  )
}
