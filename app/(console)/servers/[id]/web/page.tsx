import { recordPage } from '../../../../../components/api/page.tsx'
import { pageTitle } from '../../../../../components/i18n/page-title.ts'
import { OpenWebPage } from '../../../../../components/servers/web/open-web-page.tsx'

export const generateMetadata = () => pageTitle('webPage')

export default recordPage(OpenWebPage)
