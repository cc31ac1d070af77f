import { recordPage } from '../../../../../components/api/page.tsx'
import { pageTitle } from '../../../../../components/i18n/page-title.ts'
import { IpnetPage } from '../../../../../components/ipnet/ipnet-page.tsx'

export const generateMetadata = () => pageTitle('networks')

export default recordPage(IpnetPage, 'admin')
