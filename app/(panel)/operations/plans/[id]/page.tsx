import { recordPage } from '../../../../../components/api/page.tsx'
import { pageTitle } from '../../../../../components/i18n/page-title.ts'
import { PlanPage } from '../../../../../components/servers/plans/page/plan-page.tsx'

export const generateMetadata = () => pageTitle('operationPlans')

export default recordPage(PlanPage)
