import { AdminsOnly } from '../../../../components/api/admins-only.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'
import { AttachPage } from '../../../../components/nodes/attach/attach-page.tsx'

export const generateMetadata = () => pageTitle('newNode')

export default function Page() {
  return (
    <AdminsOnly>
      <AttachPage />
    </AdminsOnly>
  )
}
