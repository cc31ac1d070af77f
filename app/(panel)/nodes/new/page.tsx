import { page } from '../../../../components/api/page.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'
import { AttachPage } from '../../../../components/nodes/attach/attach-page.tsx'

export const generateMetadata = () => pageTitle('newNode')

export default page(AttachPage, 'admin')
