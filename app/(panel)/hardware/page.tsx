import { page } from '../../../components/api/page.tsx'
import { HardwarePage } from '../../../components/hardware/hardware-page.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'

export const generateMetadata = () => pageTitle('hardware')

export default page(HardwarePage, 'admin')
