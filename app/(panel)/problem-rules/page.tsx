import { AdminsOnly } from '../../../components/api/admins-only.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'
import { RulesPage } from '../../../components/problems/rules-page.tsx'

export const generateMetadata = () => pageTitle('problemRules')

export default function Page() {
  return (
    <AdminsOnly>
      <RulesPage />
    </AdminsOnly>
  )
}
