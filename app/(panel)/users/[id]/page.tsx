import { recordPage } from '../../../../components/api/page.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'
import { UserPage } from '../../../../components/users/user-page.tsx'

export const generateMetadata = () => pageTitle('users')

export default recordPage(UserPage, 'admin')
