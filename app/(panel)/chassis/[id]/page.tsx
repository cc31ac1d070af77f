import { recordPage } from '../../../../components/api/page.tsx'
import { ChassisPage } from '../../../../components/chassis/chassis-page.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'

export const generateMetadata = () => pageTitle('chassis')

export default recordPage(ChassisPage, 'admin')
