import { page } from '../../../components/api/page.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'
import { VlansPage } from '../../../components/vlans/vlans-page.tsx'

export const generateMetadata = () => pageTitle('vlans')

export default page(VlansPage, 'admin')
