import { page } from '../../../components/api/page.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'
import { ProblemsPage } from '../../../components/problems/problems-page.tsx'

export const generateMetadata = () => pageTitle('problems')

export default page(ProblemsPage)
