import { page } from '../../../../components/api/page.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'
import { IpnetsPage } from '../../../../components/ipnet/ipnets-page.tsx'

export const generateMetadata = () => pageTitle('networks')

export default page(IpnetsPage, 'admin')
