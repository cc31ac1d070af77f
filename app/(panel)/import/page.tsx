import { page } from '../../../components/api/page.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'
import { ImportPage } from '../../../components/import/import-page.tsx'

export const generateMetadata = () => pageTitle('import')

export default page(ImportPage, 'admin')
