import { page } from '../../../components/api/page.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'
import { SwitchesPage } from '../../../components/switches/switches-page.tsx'

export const generateMetadata = () => pageTitle('switches')

export default page(SwitchesPage, 'admin')
