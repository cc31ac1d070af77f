import { recordPage } from '../../../../components/api/page.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'
import { SwitchPage } from '../../../../components/switches/switch-page.tsx'

export const generateMetadata = () => pageTitle('switches')

export default recordPage(SwitchPage, 'admin')
