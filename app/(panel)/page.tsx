import { page } from '../../components/api/page.tsx'
import { pageTitle } from '../../components/i18n/page-title.ts'
import { OverviewPage } from '../../components/overview/overview-page.tsx'

export const generateMetadata = () => pageTitle('overview')

export default page(OverviewPage)
