import { page } from '../../../components/api/page.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'
import { OsTemplatesPage } from '../../../components/os-templates/os-templates-page.tsx'

export const generateMetadata = () => pageTitle('osTemplates')

export default page(OsTemplatesPage, 'admin')
