import { cookies } from 'next/headers'
import { AccountPage } from '../../../components/account/account-page.tsx'
import { readTheme, themeCookie } from '../../../components/frame/remembered.ts'
import { pageTitle } from '../../../components/i18n/page-title.ts'

export const generateMetadata = () => pageTitle('account')

export default async function Page() {
  return <AccountPage theme={readTheme((await cookies()).get(themeCookie)?.value)} />
}
