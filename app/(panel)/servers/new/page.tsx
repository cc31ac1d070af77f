import { page } from '../../../../components/api/page.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'
import { NewServerPage } from '../../../../components/servers/new/new-server-page.tsx'

export const generateMetadata = () => pageTitle('newServer')

export default page(NewServerPage, 'admin')
