import { page } from '../../../components/api/page.tsx'
import { ConsoleWall } from '../../../components/console-wall/console-wall.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'

export const generateMetadata = () => pageTitle('consoleWall')

export default page(ConsoleWall)
