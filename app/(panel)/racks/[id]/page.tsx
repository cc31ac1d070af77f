import { recordPage } from '../../../../components/api/page.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'
import { RackPage } from '../../../../components/racks/page/rack-page.tsx'

export const generateMetadata = () => pageTitle('racks')

export default recordPage(RackPage, 'admin')
