import { AdminsOnly } from '../../../../components/api/admins-only.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'
import { TagsPage } from '../../../../components/tags/tags-page.tsx'

export const generateMetadata = () => pageTitle('storageTags')

export default function Page() {
  return (
    <AdminsOnly>
      <TagsPage />
    </AdminsOnly>
  )
}
