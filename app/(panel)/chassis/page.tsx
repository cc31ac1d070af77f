import { page } from '../../../components/api/page.tsx'
import { AllChassisPage } from '../../../components/chassis/all-chassis-page.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'

export const generateMetadata = () => pageTitle('chassis')

export default page(AllChassisPage, 'admin')
