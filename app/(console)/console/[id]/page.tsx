import { recordPage } from '../../../../components/api/page.tsx'
import { ConsoleWindow } from '../../../../components/hosts/console/console-window.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'

export const generateMetadata = () => pageTitle('console')

export default recordPage(ConsoleWindow)
