import { page } from '../../../components/api/page.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'
import { RulesPage } from '../../../components/problems/rules-page.tsx'

export const generateMetadata = () => pageTitle('problemRules')

export default page(RulesPage, 'admin')
