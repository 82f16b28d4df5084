import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { PageTop } from '../../components/page-top.tsx'
import { useDocumentTitle } from '../../lib/use-document-title.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { DatabasesView } from './databases-view.tsx'
import styles from '../../components/admin-page.module.css'

const route = getRouteApi('/databases')

/** Database management as a page. */
export function DatabasesScreen() {
  const { t } = useTranslation()
  useDocumentTitle(t('Databases'))
  const { form } = route.useSearch()
  const navigate = route.useNavigate()
  return (
    <>
      <PageTop>
        <Link className={buttonClass({ size: 'small' })} to="/chat" search={{}}>
          <Icon of={ArrowLeft} />
          {t('Back to Chat')}
        </Link>
      </PageTop>
      <main className={styles.page}>
        <DatabasesView
          heading={<h1>{t('Databases')}</h1>}
          form={form}
          onForm={(target, { isSaved } = { isSaved: false }) =>
            void navigate({ search: { form: target }, replace: isSaved, ignoreBlocker: isSaved })
          }
          onSession={() => undefined}
        />
      </main>
    </>
  )
}
