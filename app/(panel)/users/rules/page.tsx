import { AdminsOnly } from '../../../../components/api/admins-only.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'
import { RulesPage } from '../../../../components/users/rules/rules-page.tsx'

export const generateMetadata = () => pageTitle('users')

export default function Page() {
  return (
    <AdminsOnly>
      <RulesPage />
    </AdminsOnly>
  )
}
