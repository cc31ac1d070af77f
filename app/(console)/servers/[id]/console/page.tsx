import { recordPage } from '../../../../../components/api/page.tsx'
import { pageTitle } from '../../../../../components/i18n/page-title.ts'
import { ServerConsoleWindow } from '../../../../../components/servers/console/server-console-window.tsx'

export const generateMetadata = () => pageTitle('console')

export default recordPage(ServerConsoleWindow)
