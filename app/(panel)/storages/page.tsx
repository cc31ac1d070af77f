import { page } from '../../../components/api/page.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'
import { StoragesPage } from '../../../components/storages/storages-page.tsx'

export const generateMetadata = () => pageTitle('storages')

export default page(StoragesPage, 'admin')
