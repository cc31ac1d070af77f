import { AccessListsPage } from '../../../components/access-lists/access-lists-page.tsx'
import { page } from '../../../components/api/page.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'

export const generateMetadata = () => pageTitle('accessLists')

export default page(AccessListsPage, 'admin')
