import { page } from '../../../../components/api/page.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'
import { IpsPage } from '../../../../components/ip/ips-page.tsx'

export const generateMetadata = () => pageTitle('usedAddresses')

export default page(IpsPage, 'admin')
