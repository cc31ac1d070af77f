import { page } from '../../../../components/api/page.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'
import { RulesPage } from '../../../../components/users/rules/rules-page.tsx'

export const generateMetadata = () => pageTitle('users')

export default page(RulesPage, 'admin')
