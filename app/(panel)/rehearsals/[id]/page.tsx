import { recordPage } from '../../../../components/api/page.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'
import { RehearsalPage } from '../../../../components/rehearsals/page/rehearsal-page.tsx'

export const generateMetadata = () => pageTitle('rehearsals')

export default recordPage(RehearsalPage)
