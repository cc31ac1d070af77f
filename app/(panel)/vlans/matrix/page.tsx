import { AdminsOnly } from '../../../../components/api/admins-only.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'
import { VlanMatrixPage } from '../../../../components/vlans/matrix/vlan-matrix-page.tsx'

export const generateMetadata = () => pageTitle('vlanMatrix')

export default function Page() {
  return (
    <AdminsOnly>
      <VlanMatrixPage />
    </AdminsOnly>
  )
}
