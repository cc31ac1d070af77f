import { AdminsOnly } from '../../../../components/api/admins-only.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'
import { MachinesPage } from '../../../../components/machines/machines-page.tsx'

export const generateMetadata = () => pageTitle('unaccepted')

export default function Page() {
  return (
    <AdminsOnly>
      <MachinesPage />
    </AdminsOnly>
  )
}
