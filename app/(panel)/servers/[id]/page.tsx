import { recordPage } from '../../../../components/api/page.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'
import { ServerPage } from '../../../../components/servers/page/server-page.tsx'

export const generateMetadata = () => pageTitle('servers')

export default recordPage(ServerPage)
