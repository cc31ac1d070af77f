import { page } from '../../../components/api/page.tsx'
import { ClustersPage } from '../../../components/clusters/clusters-page.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'

export const generateMetadata = () => pageTitle('clusters')

export default page(ClustersPage, 'admin')
