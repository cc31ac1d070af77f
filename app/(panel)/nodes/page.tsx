import { page } from '../../../components/api/page.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'
import { NodesPage } from '../../../components/nodes/nodes-page.tsx'

export const generateMetadata = () => pageTitle('nodes')

export default page(NodesPage, 'admin')
