import { page } from '../../../../components/api/page.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'
import { PlansPage } from '../../../../components/servers/plans/plans-page.tsx'

export const generateMetadata = () => pageTitle('operationPlans')

export default page(PlansPage)
