import { AdminsOnly } from '../../../components/api/admins-only.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'
import { RemotePage } from '../../../components/remote-management/remote-page.tsx'

export const generateMetadata = () => pageTitle('remote')

export default function Page() {
  return (
    <AdminsOnly>
      <RemotePage />
    </AdminsOnly>
  )
}
