import { page } from '../../../components/api/page.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'
import { RemotePage } from '../../../components/remote-management/remote-page.tsx'

export const generateMetadata = () => pageTitle('remote')

export default page(RemotePage, 'admin')
