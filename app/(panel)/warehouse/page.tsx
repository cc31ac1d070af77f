import { AdminsOnly } from '../../../components/api/admins-only.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'
import { WarehousePage } from '../../../components/warehouse/warehouse-page.tsx'

export const generateMetadata = () => pageTitle('warehouse')

export default function Page() {
  return (
    <AdminsOnly>
      <WarehousePage />
    </AdminsOnly>
  )
}
