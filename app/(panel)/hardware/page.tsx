import { AdminsOnly } from '../../../components/api/admins-only.tsx'
import { HardwarePage } from '../../../components/hardware/hardware-page.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'

export const generateMetadata = () => pageTitle('hardware')

export default function Page() {
  return (
    <AdminsOnly>
      <HardwarePage />
    </AdminsOnly>
  )
}
