import { AdminsOnly } from '../../../../components/api/admins-only.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'
import { ServersPage } from '../../../../components/servers/servers-page.tsx'

export const generateMetadata = () => pageTitle('unaccepted')

export default function Page() {
  return (
    <AdminsOnly>
      <ServersPage unaccepted />
    </AdminsOnly>
  )
}
