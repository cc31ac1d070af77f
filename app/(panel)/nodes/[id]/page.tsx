import { recordPage } from '../../../../components/api/page.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'
import { NodePage } from '../../../../components/nodes/page/node-page.tsx'

export const generateMetadata = () => pageTitle('nodes')

export default recordPage(NodePage, 'admin')
