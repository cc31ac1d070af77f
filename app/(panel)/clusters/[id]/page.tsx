import { recordPage } from '../../../../components/api/page.tsx'
import { ClusterPage } from '../../../../components/clusters/page/cluster-page.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'

export const generateMetadata = () => pageTitle('clusters')

export default recordPage(ClusterPage, 'admin')
