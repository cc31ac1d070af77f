import { page } from '../../../components/api/page.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'
import { IppoolsPage } from '../../../components/ippool/ippools-page.tsx'

export const generateMetadata = () => pageTitle('pools')

export default page(IppoolsPage, 'admin')
