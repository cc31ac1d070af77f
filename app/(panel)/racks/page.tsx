import { page } from '../../../components/api/page.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'
import { RacksPage } from '../../../components/racks/racks-page.tsx'

export const generateMetadata = () => pageTitle('racks')

export default page(RacksPage, 'admin')
