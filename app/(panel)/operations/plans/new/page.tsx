import { page } from '../../../../../components/api/page.tsx'
import { pageTitle } from '../../../../../components/i18n/page-title.ts'
import { NewPlanPage } from '../../../../../components/servers/plans/new/new-plan-page.tsx'

export const generateMetadata = () => pageTitle('operationPlans')

export default page(NewPlanPage)
