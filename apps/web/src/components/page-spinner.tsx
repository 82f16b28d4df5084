import { useTranslation } from 'react-i18next'
import { Spinner } from '../ui/spinner.tsx'

export function PageSpinner() {
  const { t } = useTranslation()
  return (
    <output className="page-wait">
      <Spinner />
      <span className="sr-only">{t('Loading...')}</span>
    </output>
  )
}
