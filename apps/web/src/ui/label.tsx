import { useTranslation } from 'react-i18next'

/** The name of a field or a group of fields, above it. */
export const labelClass = 'mb-1.5 block text-dense font-medium text-ink'

/** Help or a problem below a field. */
export const hintClass = 'text-meta [:where(&)]:mt-1.5 [:where(&)]:text-faint'

/** Says next to a label that the field may stay empty. */
export function OptionalMark() {
  const { t } = useTranslation()
  return <span className="ml-1 font-normal text-faint">{t('optional')}</span>
}
