import { AdminsOnly } from '../../../../components/api/admins-only.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'
import { IpnetsPage } from '../../../../components/ipnet/ipnets-page.tsx'

export const generateMetadata = () => pageTitle('networks')

export default function Page() {
  return (
    <AdminsOnly>
      <IpnetsPage />
    </AdminsOnly>
  )
}
