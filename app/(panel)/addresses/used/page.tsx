import { AdminsOnly } from '../../../../components/api/admins-only.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'
import { IpsPage } from '../../../../components/ip/ips-page.tsx'

export const generateMetadata = () => pageTitle('usedAddresses')

export default function Page() {
  return (
    <AdminsOnly>
      <IpsPage />
    </AdminsOnly>
  )
}
