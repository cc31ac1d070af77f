import { recordPage } from '../../../../../components/api/page.tsx'
import { pageTitle } from '../../../../../components/i18n/page-title.ts'
import { InstallPage } from '../../../../../components/servers/install/install-page.tsx'

export const generateMetadata = () => pageTitle('install')

export default recordPage(InstallPage)
