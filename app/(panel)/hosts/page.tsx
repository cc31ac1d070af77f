import { page } from '../../../components/api/page.tsx'
import { HostsPage } from '../../../components/hosts/hosts-page.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'

export const generateMetadata = () => pageTitle('hosts')

export default page(HostsPage)
