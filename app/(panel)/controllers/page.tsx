import { page } from '../../../components/api/page.tsx'
import { ControllersPage } from '../../../components/controllers/controllers-page.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'

export const generateMetadata = () => pageTitle('controllers')

export default page(ControllersPage, 'admin')
