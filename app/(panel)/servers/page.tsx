import { page } from '../../../components/api/page.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'
import { ServersPage } from '../../../components/servers/servers-page.tsx'

export const generateMetadata = () => pageTitle('servers')

export default page(ServersPage)
