import { page } from '../../../components/api/page.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'
import { OperationsPage } from '../../../components/servers/operation/operations-page.tsx'

export const generateMetadata = () => pageTitle('operations')

export default page(OperationsPage)
