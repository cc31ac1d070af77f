import { AdminsOnly } from '../../../../components/api/admins-only.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'
import { NameServersPage } from '../../../../components/name-servers/name-servers-page.tsx'

export const generateMetadata = () => pageTitle('nameServers')

export default function Page() {
  return (
    <AdminsOnly>
      <NameServersPage />
    </AdminsOnly>
  )
}
