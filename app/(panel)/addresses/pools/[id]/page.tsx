import { recordPage } from '../../../../../components/api/page.tsx'
import { pageTitle } from '../../../../../components/i18n/page-title.ts'
import { IppoolPage } from '../../../../../components/ippool/ippool-page.tsx'

export const generateMetadata = () => pageTitle('pools')

export default recordPage(IppoolPage, 'admin')
