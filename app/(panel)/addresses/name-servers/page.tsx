import { page } from '../../../../components/api/page.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'
import { NameServersPage } from '../../../../components/name-servers/name-servers-page.tsx'

export const generateMetadata = () => pageTitle('nameServers')

export default page(NameServersPage, 'admin')
